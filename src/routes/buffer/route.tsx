import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { pages } from "../../content/pages";
import { paths } from "../../paths";
import { Mark } from "../../ui/logo";
import { TimeBar } from "../../ui/time-bar";
import styles from "./buffer.module.css";

const BUFFER_MS = 2_500;

/** A short wait with an end, then the dashboard; the way back does not lead through here. */
export function Component() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { title, description } =
    pathname === paths.bufferRegister
      ? pages.bufferRegister
      : pages.bufferLogin;
  useEffect(() => {
    const timer = setTimeout(
      () => void navigate(paths.dashboard, { replace: true }),
      BUFFER_MS,
    );
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <div className={styles.screen}>
      <Mark className={styles.mark} />
      <div className={styles.words}>
        <h1>{title}</h1>
        <output>{description}</output>
      </div>
      <TimeBar label={title} durationMs={BUFFER_MS} />
    </div>
  );
}
