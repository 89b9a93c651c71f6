import { useConvexConnectionState, useQuery } from "convex/react";
import { Link, NavLink, Outlet, useMatch, useNavigate } from "react-router-dom";
import type { SubmitEvent } from "react";
import { pages } from "../pages";
import { paths, useComponent, COMPONENT_PARAM } from "../navigation/paths";
import { useOutbox } from "../outbox/use-outbox";
import { sessionStore } from "../session/session-store";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import styles from "./shell.module.css";
import { SiteLink } from "../ui/site";
import { TextField, SelectField } from "../ui/field";
import { adminApi } from "../../src/admin/admin-api";

/** The header with navigation and tools, around every page. */
export function Shell() {
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
          <Button tone="quiet" onClick={() => sessionStore.signOut()}>
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

/** A search field that opens a document by its id. */
function GoToDocument() {
  const navigate = useNavigate();
  const { link } = useComponent();
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = new FormData(form).get("id");
    const id = typeof text === "string" ? text.trim() : "";
    if (id === "") return;
    form.reset();
    void navigate(link(paths.find(id)));
  };
  return (
    <search className={styles.goTo}>
      <form onSubmit={onSubmit}>
        <TextField
          label="Go to the document with this id"
          isLabelHidden
          name="id"
          type="search"
          placeholder="Go to id"
        />
      </form>
    </search>
  );
}

/** Selects the app or one of its components; hidden if there are no components. */
function ComponentSwitch() {
  const components = useQuery(adminApi.components, {});
  const { componentId } = useComponent();
  const navigate = useNavigate();
  if (components === undefined || components.length < 2) return null;
  const choose = (id: string) => {
    const search = new URLSearchParams(
      id === "" ? {} : { [COMPONENT_PARAM]: id },
    );
    void navigate({ pathname: paths.home, search: search.toString() });
  };
  return (
    <div className={styles.component}>
      <SelectField
        label="Component"
        isLabelHidden
        options={components.map(({ id, path }) =>
          path === "" ? ["", "App"] : [id, path],
        )}
        value={componentId ?? ""}
        onValue={choose}
      />
    </div>
  );
}
