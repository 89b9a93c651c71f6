import { useConvexConnectionState } from "convex/react";
import { Link, NavLink, Outlet, useMatch } from "react-router-dom";
import { useComponent } from "../navigation/use-component";
import { pages } from "../pages";
import { paths } from "../navigation/paths";
import { useOutbox } from "../outbox/use-outbox";
import { useSession } from "../session/use-session";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { ComponentSwitch } from "./component-switch";
import { GoToDocument } from "./go-to-document";
import { SiteLink } from "../ui/site-link";
import styles from "./shell.module.css";

/** The header with navigation and tools, around every page. */
export function Shell() {
  const { signOut } = useSession();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <SiteLink />
        <Navigation />
        <div className={styles.tools}>
          <GoToDocument />
          <ComponentSwitch />
          <ConnectionStatus />
          <Button tone="quiet" onClick={signOut}>
            Sign out
          </Button>
        </div>
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

/** How often it is asked whether there is an outbox. */
const OUTBOX_INTERVAL_MS = 60_000;

function Navigation() {
  const { link } = useComponent();
  const hasOutbox = useOutbox(OUTBOX_INTERVAL_MS).value?.isOn === true;
  const shown = pages.filter(({ isForOutbox }) => !isForOutbox || hasOutbox);
  const isTable = useMatch("/tables/*") !== null;
  const isHome = useMatch(paths.home) !== null;
  const isHere = isTable || isHome;
  return (
    <nav aria-label="Data browser" className={styles.navigation}>
      <ul>
        <li>
          <Link
            to={link(paths.home)}
            className={classNames(isHere && "active")}
            aria-current={isHome ? "page" : isHere ? "true" : undefined}
          >
            Tables
          </Link>
        </li>
        {shown.map(({ path, title }) => (
          <li key={path}>
            <NavLink to={link(paths.page(path))}>{title}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Whether the socket is connected, so that the data is live. */
function ConnectionStatus() {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const words = isWebSocketConnected
    ? "Live"
    : hasEverConnected
      ? "Reconnecting…"
      : "Connecting…";
  return (
    <output
      className={classNames(
        styles.status,
        isWebSocketConnected ? styles.live : styles.waiting,
      )}
    >
      {words}
    </output>
  );
}
