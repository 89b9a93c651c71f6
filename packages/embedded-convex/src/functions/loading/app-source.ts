import type { ModuleEnvironment } from "../app/module";

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

export type ConvertedModule = ModuleSource & { commonJs: CommonJsModule };

/** The code of one component definition, or of the app. */
export type ComponentSource<Module = ModuleSource> = {
  /** Path from the app's folder to the component's; empty for the app. */
  definitionPath: string;
  /** Bundle of `convex.config.ts`; null when there is none. */
  definition: Module | null;
  schema: Module | null;
  /** Functions, and chunks that they share with schema and definition. */
  modules: Module[];
  /** Definition paths of the components that the definition imports. */
  dependencies: string[];
};

/** The code of an app and of the components that it may mount. */
export type AppSource<Module = ModuleSource> = {
  app: ComponentSource<Module>;
  components: ComponentSource<Module>[];
};

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
