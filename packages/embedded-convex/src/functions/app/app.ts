import type { SchemaJson } from "../../index/schema";
import type { AuthProvider } from "./auth-config";
import type { ComponentDefinition } from "./component-definition";
import type { CronSpec } from "./cron-spec";
import type { HttpRouter } from "./http-router";
import { parseFunctionPath } from "./function-path";
import type { RegisteredFunction } from "./registered-function";
import { SourceMaps } from "./source-maps";

/** An evaluated component instance; the app is the one at path "". */
export class Component {
  /** Instances mounted in this one, by name of the mount. */
  readonly children = new Map<string, Component>();
  /** Functions by module path, then by name. */
  readonly #functions = new Map<string, Map<string, RegisteredFunction>>();
  readonly #bySpelling = new Map<string, RegisteredFunction>();
  httpRouter: HttpRouter | null = null;
  /** HTTP prefixes of children, longest first, e.g. `["/pay/", payments]`. */
  httpMounts: [string, Component][] = [];
  crons: CronSpec[] = [];
  schema: SchemaJson | null = null;

  constructor(
    readonly path: string,
    /** As in the component's `ComponentSource`; `""` for the app. */
    readonly definitionPath: string,
    /** Exported by `convex.config.ts`; null when there is none. */
    readonly definition: ComponentDefinition | null,
  ) {}

  add(fn: RegisteredFunction): void {
    const { module, name } = fn.path;
    const functions = this.#functions.get(module) ?? new Map();
    functions.set(name, fn);
    this.#functions.set(module, functions);
  }

  /** @param path any spelling of a function's path, from an untrusted source */
  find(path: string): RegisteredFunction | null {
    const known = this.#bySpelling.get(path);
    if (known !== undefined) return known;
    const { module, name } = parseFunctionPath(path);
    const fn = this.#functions.get(module)?.get(name) ?? null;
    // Caches only existing functions, so that clients cannot fill the memory.
    if (fn !== null) this.#bySpelling.set(path, fn);
    return fn;
  }

  functions(): RegisteredFunction[] {
    return [...this.#functions.values()].flatMap((byName) => [
      ...byName.values(),
    ]);
  }
}

/** An evaluated app; a load replaces it as a whole. */
export type App = {
  root: Component;
  /** All instances by path, including the root. */
  components: ReadonlyMap<string, Component>;
  authProviders: readonly AuthProvider[];
  sourceMaps: SourceMaps;
};

export const EMPTY_APP: App = emptyApp();

function emptyApp(): App {
  const root = new Component("", "", null);
  return {
    root,
    components: new Map([["", root]]),
    authProviders: [],
    sourceMaps: new SourceMaps(),
  };
}
