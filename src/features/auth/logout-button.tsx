import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { sessionActions } from "../../lib/session/session-store";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { notify } from "../../ui/notify";

/**
 * Goes home before it signs out: the guard of a protected page would redirect to the login. `flushSync` unmounts the
 * guard before `navigate` resolves; on a slow device a transition would commit later.
 */
export function LogoutButton({ isWide = false }: { isWide?: boolean }) {
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);

  async function logOut() {
    setIsPending(true);
    try {
      const { signOut } = await sessionActions();
      await navigate(paths.landing, { flushSync: true });
      await signOut();
      notify.success("Successfully logged out");
    } catch {
      notify.error("Failed to log out");
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button isWide={isWide} isPending={isPending} onClick={() => void logOut()}>
      Logout
    </Button>
  );
}
