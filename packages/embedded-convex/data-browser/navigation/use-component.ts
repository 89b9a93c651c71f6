import { useSearchParams } from "react-router-dom";
import { COMPONENT_PARAM } from "./paths";

/** The selected component, from the URL; `link` keeps it in other URLs. */
export function useComponent() {
  const [params] = useSearchParams();
  const componentId = params.get(COMPONENT_PARAM);
  return {
    /** The argument of the admin functions; null for the app. */
    componentId,
    /** The URL of a path in the same component. */
    link: (pathname: string) =>
      componentId === null
        ? pathname
        : `${pathname}?${new URLSearchParams({ [COMPONENT_PARAM]: componentId }).toString()}`,
  };
}
