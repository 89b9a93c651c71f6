import { useLocation, useNavigationType } from "react-router-dom";

/** The state of the navigation to the team page by somebody who has just joined. */
export const ARRIVING = "arriving";

/** A reload has the state still, but nobody arrives by it. */
export function useArriving(): boolean {
  const { state } = useLocation();
  const type = useNavigationType();
  return state === ARRIVING && type !== "POP";
}
