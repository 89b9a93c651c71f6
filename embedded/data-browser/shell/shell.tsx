import { Suspense } from "react";
import { Link, NavLink, Outlet, useMatch } from "react-router-dom";
import { useComponent } from "./use-component";
import { panels } from "../panels";
import { paths } from "../paths";
import { useSession } from "../session/use-session";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { ComponentSwitch } from "./component-switch";
import { ConnectionStatus } from "./connection-status";
import { GoToDocument } from "./go-to-document";
import styles from "./shell.module.css";

/** The frame around every page: where one is, where one can go. */
export function Shell() {
  const { signOut } = useSession();
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
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
        <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
          <Outlet />
        </Suspense>
      </main>
    </div>
  );
}

function Navigation() {
  const { link } = useComponent();
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
        {panels.map(({ path, title }) => (
          <li key={path}>
            <NavLink to={link(paths.panel(path))}>{title}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
