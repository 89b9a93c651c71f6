import { useOutletContext } from "react-router-dom";
import { forgetStored } from "../../lib/kept/stored";
import { sessionActions } from "../../lib/session/session-store";

/** Outlet context of the pages for participants. */
export type UserContext = {
  /** Whether the guard redirects home instead of to the login when the session ends. */
  setIsLeaving: (isLeaving: boolean) => void;
};

/**
 * Runs `end` (which deletes the account), deletes what this device keeps of the person, signs out and goes home; stays on
 * the page if `end` fails.
 */
export function useFarewell(uid: string) {
  const { setIsLeaving } = useOutletContext<UserContext>();
  return async (end: () => Promise<unknown>) => {
    // First, because the guard may notice the deletion before `end` resolves.
    setIsLeaving(true);
    try {
      await end();
    } catch (error) {
      setIsLeaving(false);
      throw error;
    }
    forgetStored(uid);
    const { signOut } = await sessionActions();
    await signOut();
  };
}
