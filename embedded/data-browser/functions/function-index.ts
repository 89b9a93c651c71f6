import type { ModuleEntry } from "../../admin/admin-api";
import type { ValidatorJSON } from "../values/validator";

/** What can be called, or a route of `http.ts`. */
export type ListedFunction = {
  /** `module:function`, as it is called; for a route its method and path. */
  id: string;
  /** The file, without its ending. */
  module: string;
  name: string;
  kind: "Query" | "Mutation" | "Action" | "HttpAction";
  isInternal: boolean;
  args: ValidatorJSON;
  /** Null when nothing is declared. */
  returns: ValidatorJSON | null;
};

export type FunctionGroup = { module: string; functions: ListedFunction[] };

/** All functions by file, both in the order of the alphabet. */
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

/** The groups with what has `text` in its name; letters' case does not matter. */
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
