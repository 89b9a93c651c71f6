import type { AppSource } from "../loading/app-source";
import { AppBundler } from "../loading/bundler";
import { keptBundle } from "../loading/kept-bundle";
import type { CurrentApp } from "./current-app";
import { LoadError } from "../loading/load-error";

/** Loads the functions of a folder, once or repeatedly. */
export class AppLoader {
  readonly #bundle: () => Promise<AppSource>;
  readonly #bundler: AppBundler | null;
  /** The first bundle, started before there was a database to load into. */
  #begun: Promise<AppSource> | null;

  /**
   * Starts the first bundle immediately.
   *
   * @param functions a functions folder, or its bundled modules
   * @param isProduction bundles as for a deployment, and keeps the bundle for the next start
   */
  constructor(functions: string | AppSource, isProduction: boolean) {
    const isFolder = typeof functions === "string";
    this.#bundler =
      isFolder && !isProduction ? new AppBundler(functions) : null;
    this.#bundle = async () => {
      if (!isFolder) return functions;
      return this.#bundler?.update() ?? keptBundle(functions);
    };
    this.#begun = this.#bundle();
    // `load` awaits it; this only prevents an unhandled rejection until then.
    this.#begun.catch(() => undefined);
  }

  /**
   * Loads the current functions into `current`.
   *
   * @throws BundleError, LoadError or UserError; the previous app stays
   */
  async load(current: CurrentApp): Promise<void> {
    const bundling = this.#begun ?? this.#bundle();
    this.#begun = null;
    const app = await bundling;
    try {
      await current.load(app);
    } catch (error) {
      if (this.#bundler === null || !(error instanceof LoadError)) throw error;
      // Packages that are bundled apart are not tree-shaken, so the error may
      // come from code that no function uses. The whole bundle does not contain
      // it.
      await current.load(await this.#bundler.bundle());
    }
  }
}
