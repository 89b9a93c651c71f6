import { createHash } from "node:crypto";
import type { CommonJsModule, ModuleSource } from "./app-source";
import { toCommonJs } from "./commonjs";

type Conversions = Map<string, Promise<CommonJsModule>>;

/**
 * Caches conversions between loads: after an edit nearly all modules, and all
 * dependencies, are unchanged.
 */
export class CommonJsCache {
  #known: Conversions = new Map();

  /**
   * Begins a load; conversions that it does not use are dropped.
   *
   * @returns the function that converts this load's modules
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
