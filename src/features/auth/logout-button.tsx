import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { sessionActions } from "../../lib/session/session-store";
import { paths } from "../../paths";
import { Button } from "../../ui/button";
import { notify } from "../../ui/notify";

/** Leaves for home first: a protected page that loses its person would send them to the login instead. */
export function LogoutButton({ isWide = false }: { isWide?: boolean }) {
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);

  async function logOut() {
    setIsPending(true);
    try {
      const { signOut } = await sessionActions();
      await navigate(paths.landing);
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
