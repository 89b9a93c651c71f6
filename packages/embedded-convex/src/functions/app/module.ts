export type ModuleExports = Record<string, unknown>;

/** Where a module runs; `node` if its source says "use node". */
export type ModuleEnvironment = "isolate" | "node";
