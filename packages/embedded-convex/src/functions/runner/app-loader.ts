import type { AppSource } from "../loading/app-source";
import { bundleApp } from "../loading/bundler";
import { keptBundle } from "../loading/kept-bundle";
import type { CurrentApp } from "./current-app";

/** Loads the functions of a folder, once or repeatedly. */
export class AppLoader {
  readonly #bundle: () => Promise<AppSource>;
  /** The first bundle, started before there was a database to load into. */
  #begun: Promise<AppSource> | null;

  /**
   * Starts the first bundle immediately.
   *
   * @param functions a functions folder, or its bundled modules
   * @param isProduction keeps the bundle for the next start
   */
  constructor(functions: string | AppSource, isProduction: boolean) {
    this.#bundle = async () => {
      if (typeof functions !== "string") return functions;
      return isProduction ? keptBundle(functions) : bundleApp(functions);
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
    await current.load(await bundling);
  }
}
