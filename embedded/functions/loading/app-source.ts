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
  /** Functions, and the chunks that they, schema and definition share. */
  modules: ModuleSource[];
  /**
   * Packages that were left out of the modules, at the paths that
   * `packageModulePath` gives, and the chunks that they share. The array is
   * the same object as long as they are the same: no need to evaluate them
   * again. Absent where modules hold everything.
   */
  packages?: ModuleSource[];
  /** Definition paths of the components that the definition imports. */
  dependencies: string[];
};

/** Everything a deployment runs: the app and the components it may mount. */
export type AppSource = {
  app: ComponentSource;
  components: ComponentSource[];
};

/** Where a component keeps a package that is imported by this name. */
export function packageModulePath(specifier: string): string {
  return `_deps/packages/${specifier}.js`;
}
