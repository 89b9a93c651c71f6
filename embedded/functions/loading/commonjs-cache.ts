import { createHash } from "node:crypto";
import type { ModuleSource } from "./app-source";
import { toCommonJs, type CommonJsModule } from "./commonjs";

type Conversions = Map<string, Promise<CommonJsModule>>;

/**
 * Remembers conversions from one load to the next: after an edit nearly all
 * modules are what they were, the dependencies first of all.
 */
export class CommonJsCache {
  #known: Conversions = new Map();

  /**
   * Begins a load; modules that it does not ask for are forgotten.
   *
   * @returns what converts the load's modules
   */
  begin(): (module: ModuleSource) => Promise<CommonJsModule> {
    const before = this.#known;
    const used: Conversions = new Map();
    this.#known = used;
    return (module) => {
      const key = digest(module);
      const conversion = before.get(key) ?? toCommonJs(module);
      used.set(key, conversion);
      return conversion;
    };
  }
}

function digest({ path, source, sourceMap = "" }: ModuleSource): string {
  return createHash("sha1")
    .update(`${path}\0${source}\0${sourceMap}`)
    .digest("base64");
}
