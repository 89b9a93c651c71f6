import { useOutletContext } from "react-router-dom";
import { sessionActions } from "../../lib/session/session-store";

/** What the guard of the pages for participants is told. */
export type UserContext = {
  /** Whether the end of the session is meant to lead home, not to the login. */
  setIsLeaving: (isLeaving: boolean) => void;
};

/** Does what ends the account, then the session, and goes home; stays if it fails. */
export function useFarewell() {
  const { setIsLeaving } = useOutletContext<UserContext>();
  return async (end: () => Promise<unknown>) => {
    // Before the account ends: the guard may hear of it first.
    setIsLeaving(true);
    try {
      await end();
    } catch (error) {
      setIsLeaving(false);
      throw error;
    }
    const { signOut } = await sessionActions();
    await signOut();
  };
}
