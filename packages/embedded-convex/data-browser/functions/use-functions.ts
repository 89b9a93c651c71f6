import { useQuery } from "convex/react";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { adminApi } from "../../src/admin/admin-api";
import { useComponent } from "../navigation/use-component";
import { functionGroups } from "./listed-functions";

/** The search parameter that names the selected function. */
export const FUNCTION_PARAM = "function";

/** The functions of the selected component, live, and the selected function. */
export function useFunctions() {
  const { componentId } = useComponent();
  const [params] = useSearchParams();
  const modules = useQuery(adminApi.modules, { componentId });
  const groups = useMemo(
    () => (modules === undefined ? undefined : functionGroups(modules)),
    [modules],
  );
  const id = params.get(FUNCTION_PARAM);
  return {
    /** Undefined while they load. */
    groups,
    /** The id in the URL; null without one. */
    chosenId: id,
    chosen: groups
      ?.flatMap(({ functions }) => functions)
      .find((fn) => fn.id === id),
  };
}
