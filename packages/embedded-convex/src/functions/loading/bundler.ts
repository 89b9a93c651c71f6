import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { AppSource, ComponentSource } from "./app-source";
import { BundleError } from "./bundle-error";
import { ComponentBundler } from "./component-bundler";

/**
 * Bundles a functions folder and the components that it mounts into the modules
 * that the Convex CLI would push.
 *
 * @param onInput called with each input file
 * @throws BundleError naming file, line and reason
 */
export async function bundleApp(
  functionsFolder: string,
  onInput?: (file: string) => void,
): Promise<AppSource> {
  return new AppBundler(functionsFolder, onInput).bundle();
}

/** Bundles a functions folder repeatedly, for development. */
export class AppBundler {
  readonly #appFolder: string;
  readonly #onInput: ((file: string) => void) | undefined;
  #components = new Map<string, ComponentBundler>();

  constructor(functionsFolder: string, onInput?: (file: string) => void) {
    this.#appFolder = resolve(functionsFolder);
    this.#onInput = onInput;
  }

  /** Bundles everything, as for a deployment. Throws BundleError. */
  bundle(): Promise<AppSource> {
    return this.#bundle((component, found) =>
      component.bundle(found, this.#onInput),
    );
  }

  /**
   * Bundles what has changed since the last update, packages apart from the
   * files that import them. Unchanged parts are the same objects as before.
   * Throws BundleError.
   */
  update(): Promise<AppSource> {
    return this.#bundle((component, found) => component.update(found));
  }

  async #bundle(
    bundle: (
      component: ComponentBundler,
      found: (folder: string) => void,
    ) => Promise<ComponentSource>,
  ): Promise<AppSource> {
    const appFolder = this.#appFolder;
    if (!existsSync(appFolder)) {
      throw new BundleError(`There is no functions folder at ${appFolder}`);
    }
    const used = new Map<string, ComponentBundler>();
    const started = new Map<string, Promise<ComponentSource>>();
    const start = (folder: string) => {
      if (started.has(folder)) return;
      const component =
        this.#components.get(folder) ?? new ComponentBundler(appFolder, folder);
      used.set(folder, component);
      const bundling = bundle(component, start);
      // Awaited below; this only prevents an unhandled rejection until then.
      bundling.catch(() => undefined);
      started.set(folder, bundling);
    };
    start(appFolder);
    const sources: ComponentSource[] = [];
    // The map grows during the loop, as components import others.
    for (const bundling of started.values()) sources.push(await bundling);
    this.#components = used;
    const [app, ...components] = sources;
    if (app === undefined) throw new Error("The app was not bundled");
    return { app, components };
  }
}
