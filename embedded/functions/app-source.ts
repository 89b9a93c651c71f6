/** One bundled ES module, as the Convex CLI pushes it. */
export type ModuleSource = {
  /** Path relative to its component's directory, such as `teams.js`. */
  path: string;
  source: string;
  sourceMap?: string;
  /** `node` modules asked for Node with a "use node" directive. */
  environment: "isolate" | "node";
};

/** The code of one component definition, or of the app itself. */
export type ComponentSource = {
  /** Path from the app's directory to the component's; empty for the app. */
  definitionPath: string;
  /** The bundle of `convex.config.ts`; null when there is none. */
  definition: ModuleSource | null;
  schema: ModuleSource | null;
  modules: ModuleSource[];
  /** Definition paths of the components that the definition imports. */
  dependencies: string[];
};

/** Everything a deployment runs: the app and the components it may mount. */
export type AppSource = {
  app: ComponentSource;
  components: ComponentSource[];
};
