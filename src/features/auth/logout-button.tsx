import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { notify } from "../../lib/notify";
import { sessionActions } from "../../lib/session/session-store";
import { paths } from "../../paths";
import { Button } from "../../ui/button";

/** How long a logout waits for the code of the landing page, which may not come with no line. */
const PATIENCE_MS = 2_000;

/** Goes home before it signs out, if it can: the guard of a protected page redirects to the login otherwise. */
export function LogoutButton({ isWide = false }: { isWide?: boolean }) {
  const leavePage = useLeavePage();
  const [isPending, setIsPending] = useState(false);

  async function logOut() {
    notify.endErrors();
    setIsPending(true);
    try {
      const { mayLeave, signOut } = await sessionActions();
      if (!(await mayLeave())) return;
      const isLate = new Promise<void>((after) =>
        setTimeout(after, PATIENCE_MS),
      );
      await Promise.race([leavePage(paths.landing), isLate]);
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

/**
 * Returns a function that navigates and waits until the page is gone. `navigate` resolves before that, and ignores
 * `flushSync`, when the code of the next page has to be loaded.
 */
function useLeavePage() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onceLeft = useRef(() => {});
  useEffect(() => () => onceLeft.current(), [pathname]);

  return async (path: string) => {
    if (path === pathname) return;
    const isLeft = new Promise<void>((resolve) => {
      onceLeft.current = resolve;
    });
    await navigate(path);
    await isLeft;
  };
}
