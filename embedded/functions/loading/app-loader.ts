import type { AppSource } from "./app-source";
import { AppBundler, bundleApp } from "./bundler";
import type { FunctionHost } from "../function-host";
import { LoadError } from "./load-error";

/** Brings functions from where they are kept into a host, again and again. */
export class AppLoader {
  readonly #bundle: () => Promise<AppSource>;
  readonly #bundler: AppBundler | null;
  /** Begun before there was a host. */
  #begun: Promise<AppSource> | null;

  /**
   * Begins at once to bundle.
   *
   * @param functions a functions folder, or what was bundled from one
   * @param isProduction bundles as a deployment does, and keeps nothing for
   *   the next time
   */
  constructor(functions: string | AppSource, isProduction: boolean) {
    const isFolder = typeof functions === "string";
    this.#bundler =
      isFolder && !isProduction ? new AppBundler(functions) : null;
    this.#bundle = async () => {
      if (!isFolder) return functions;
      return this.#bundler?.update() ?? bundleApp(functions);
    };
    this.#begun = this.#bundle();
    // Its failure is that of the load.
    this.#begun.catch(() => undefined);
  }

  /**
   * Replaces the functions of the host by those of now. Throws BundleError,
   * LoadError or UserError, and leaves the host as it is.
   */
  async load(host: FunctionHost): Promise<void> {
    const bundling = this.#begun ?? this.#bundle();
    this.#begun = null;
    const app = await bundling;
    try {
      await host.load(app);
    } catch (error) {
      if (this.#bundler === null || !(error instanceof LoadError)) throw error;
      // Packages apart are packages as a whole: perhaps only what nobody uses
      // of one cannot be evaluated. Of a deployment's bundle it is no part.
      await host.load(await this.#bundler.bundle());
    }
  }
}
