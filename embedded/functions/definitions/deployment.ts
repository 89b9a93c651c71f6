import type { SchemaJson } from "../../index/schema";
import type { AuthProvider } from "../identity/auth-config";
import type { ComponentDefinition } from "./component-definition";
import type { CronSpec } from "./cron-spec";
import type { HttpRouter } from "../loading/http-router";
import { parseFunctionPath } from "./function-path";
import type { RegisteredFunction } from "./registered-function";
import type { SourceMaps } from "../loading/source-maps";

/** An evaluated component instance; the app itself is the one at path "". */
export class Component {
  readonly path: string;
  /** Of the component's code, as in `ComponentSource`; `""` for the app. */
  readonly definitionPath: string;
  /** What `convex.config.ts` says; null when there is none. */
  readonly definition: ComponentDefinition | null;
  /** Instances mounted in this one, by the name of the mount. */
  readonly children = new Map<string, Component>();
  /** Functions by module path and then by name. */
  readonly #functions = new Map<string, Map<string, RegisteredFunction>>();
  readonly #bySpelling = new Map<string, RegisteredFunction>();
  httpRouter: HttpRouter | null = null;
  /** HTTP prefixes of children, longest first: `["/pay/", "payments"]`. */
  httpMounts: [string, Component][] = [];
  crons: CronSpec[] = [];
  schema: SchemaJson | null = null;

  constructor(
    path: string,
    definitionPath: string,
    definition: ComponentDefinition | null,
  ) {
    this.path = path;
    this.definitionPath = definitionPath;
    this.definition = definition;
  }

  add(fn: RegisteredFunction): void {
    const { module, name } = fn.path;
    const functions = this.#functions.get(module) ?? new Map();
    functions.set(name, fn);
    this.#functions.set(module, functions);
  }

  /** Takes any spelling of a path, also one that no client should send. */
  find(path: string): RegisteredFunction | null {
    const known = this.#bySpelling.get(path);
    if (known !== undefined) return known;
    const { module, name } = parseFunctionPath(path);
    const fn = this.#functions.get(module)?.get(name) ?? null;
    // Only what exists: arbitrary text must not fill the memory.
    if (fn !== null) this.#bySpelling.set(path, fn);
    return fn;
  }

  /** All functions of the component. */
  functions(): RegisteredFunction[] {
    return [...this.#functions.values()].flatMap((byName) => [
      ...byName.values(),
    ]);
  }
}

/** One load of an app: replaced as a whole by the next. */
export type Deployment = {
  root: Component;
  /** Every instance by its path, the root included. */
  components: ReadonlyMap<string, Component>;
  authProviders: readonly AuthProvider[];
  sourceMaps: SourceMaps;
};
