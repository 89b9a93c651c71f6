import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { pages } from "../../content/pages";
import { WaitingScreen } from "../../features/auth/waiting-screen";
import { arrival } from "../../lib/arrival";
import { addressAfterSignIn } from "../../lib/kept/kept-invitation";
import { paths } from "../../paths";
import { TimeBar } from "../../ui/time-bar";

const BUFFER_MS = 2_500;

/** Waits a moment, then replaces itself in the history with the dashboard, or with the invitation that is kept. */
export function Component() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { title } =
    pathname === paths.bufferRegister
      ? pages.bufferRegister
      : pages.bufferLogin;
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void navigate(addressAfterSignIn(), { replace: true, state: arrival }),
      BUFFER_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <WaitingScreen
      title={title}
      status="One moment: your dashboard is about to open."
    >
      <TimeBar label={title} durationMs={BUFFER_MS} />
    </WaitingScreen>
  );
}
