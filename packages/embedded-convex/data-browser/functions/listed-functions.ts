import type { ValidatorJSON } from "convex/values";
import type { ModuleEntry } from "../../src/admin/admin-api";

/** A function that can be called, or a route of `http.ts`. */
export type ListedFunction = {
  /** `module:function`; for a route its method and path. */
  id: string;
  /** The file without its extension. */
  module: string;
  name: string;
  kind: "Query" | "Mutation" | "Action" | "HttpAction";
  isInternal: boolean;
  args: ValidatorJSON;
  /** Null if the function declares no return type. */
  returns: ValidatorJSON | null;
};

export type FunctionGroup = { module: string; functions: ListedFunction[] };

/** Groups functions by file; both are sorted alphabetically. */
export function functionGroups(
  modules: readonly ModuleEntry[],
): FunctionGroup[] {
  return modules
    .map(([path, { functions }]): FunctionGroup => {
      const module = path.replace(/\.js$/, "");
      return {
        module,
        functions: functions
          .map((fn): ListedFunction => ({
            id: fn.udfType === "HttpAction" ? fn.name : `${module}:${fn.name}`,
            module,
            name: fn.name,
            kind: fn.udfType,
            isInternal: fn.visibility.kind === "internal",
            args: JSON.parse(fn.argsValidator) as ValidatorJSON,
            returns: JSON.parse(fn.returnsValidator) as ValidatorJSON | null,
          }))
          .sort((a, b) => a.name.localeCompare(b.name)),
      };
    })
    .filter(({ functions }) => functions.length > 0)
    .sort((a, b) => a.module.localeCompare(b.module));
}

/** Filters by name, ignoring case; groups without a match are dropped. */
export function searchFunctions(
  groups: readonly FunctionGroup[],
  text: string,
): FunctionGroup[] {
  const part = text.trim().toLowerCase();
  return groups
    .map(({ module, functions }) => ({
      module,
      functions: functions.filter(({ id }) => id.toLowerCase().includes(part)),
    }))
    .filter(({ functions }) => functions.length > 0);
}
