import { useQuery } from "convex/react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { adminApi } from "../../admin/admin-api";
import { useComponent } from "../shell/use-component";
import { functionGroups } from "./function-index";

/** The search parameter that names the function in view. */
export const FUNCTION = "function";

/** The functions of the component in view, live, and the one that was chosen. */
export function useFunctions() {
  const { componentId } = useComponent();
  const [params] = useSearchParams();
  const modules = useQuery(adminApi.modules, { componentId });
  const groups = useMemo(
    () => (modules === undefined ? undefined : functionGroups(modules)),
    [modules],
  );
  const id = params.get(FUNCTION);
  return {
    /** Undefined while they load. */
    groups,
    /** What the address asks for; null if it asks for none. */
    chosenId: id,
    chosen: groups
      ?.flatMap(({ functions }) => functions)
      .find((fn) => fn.id === id),
  };
}
