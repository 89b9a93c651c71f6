import { useSearchParams } from "react-router-dom";
import { COMPONENT } from "../paths";

/** Which component is in view: the address says so, and links keep it. */
export function useComponent() {
  const [params] = useSearchParams();
  const component = params.get(COMPONENT);
  return {
    /** As the admin functions take it: null for the app itself. */
    componentId: component,
    /** An address in the same component. */
    link: (pathname: string) =>
      component === null
        ? pathname
        : `${pathname}?${new URLSearchParams({ [COMPONENT]: component }).toString()}`,
  };
}
