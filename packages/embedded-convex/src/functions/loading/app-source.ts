import type { ModuleEnvironment } from "../definitions/module";

/** A module ready for `vm.compileFunction`. */
export type CommonJsModule = {
  code: string;
  /** Source maps from this code to the original source, in the order of use. */
  sourceMaps: string[];
};

/** A bundled ES module, as the Convex CLI pushes it. */
export type ModuleSource = {
  /** Path relative to its component's folder, e.g. `teams.js`. */
  path: string;
  source: string;
  sourceMap?: string;
  environment: ModuleEnvironment;
  /** Its conversion for evaluation, if that is there already. */
  commonJs?: CommonJsModule;
};

/** The code of one component definition, or of the app. */
export type ComponentSource = {
  /** Path from the app's folder to the component's; empty for the app. */
  definitionPath: string;
  /** Bundle of `convex.config.ts`; null when there is none. */
  definition: ModuleSource | null;
  schema: ModuleSource | null;
  /** Functions, and chunks that they share with schema and definition. */
  modules: ModuleSource[];
  /**
   * Packages that are bundled apart from `modules`, at the paths that
   * `packageModulePath` gives, with their shared chunks. Unchanged packages are
   * the same array object, so that they need not be converted again. Absent
   * when `modules` include the packages.
   */
  packages?: ModuleSource[];
  /** Definition paths of the components that the definition imports. */
  dependencies: string[];
};

/** The code of an app and of the components that it may mount. */
export type AppSource = {
  app: ComponentSource;
  components: ComponentSource[];
};

/** @returns the module path of a package that is imported as `specifier` */
export function packageModulePath(specifier: string): string {
  return `_deps/packages/${specifier}.js`;
}

/** An app without functions. */
export const EMPTY_SOURCE: AppSource = {
  app: {
    definitionPath: "",
    definition: null,
    schema: null,
    modules: [],
    dependencies: [],
  },
  components: [],
};
