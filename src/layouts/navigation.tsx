import { Suspense, useState, useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router-dom";
import { event } from "../content/event";
import { accountsOffered } from "../content/visitors";
import { latePart, loadPart } from "../lib/connection/load-part";
import { useSession, type SessionStatus } from "../lib/session/session-store";
import { paths } from "../paths";
import { classNames } from "../ui/class-names";
import { MenuIcon } from "../ui/icons";
import { Logo } from "../ui/logo";
import styles from "./navigation.module.css";
import { SiteLink, type NavigationLink } from "./site-link";

// Loaded late: few visitors are signed in, and wide screens never open the menu.
const LogoutButton = latePart(
  async () => (await import("../features/auth/logout-button")).LogoutButton,
);
const MobileMenu = latePart(
  async () => (await loadPart(() => import("./mobile-menu"))).MobileMenu,
);

const SCROLL_LIMIT_PX = 50;

const everyone: NavigationLink[] = [
  { to: paths.landing, label: "Home" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
  {
    to: paths.projects,
    label: "Projects",
    when: "shown hidden closed live over gallery",
  },
];
const guests: NavigationLink[] = [
  { to: paths.login, label: "Login" },
  { to: paths.register, label: "Register", when: accountsOffered },
];
const participants = [{ to: paths.dashboard, label: "Dashboard" }];

export function Navigation() {
  const { status } = useSession();
  const isScrolled = useScrolledPast(SCROLL_LIMIT_PX);
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const { key } = useLocation();
  const ownLinks = linksFor(status);
  return (
    <header
      className={classNames(
        "screen-only",
        styles.bar,
        isScrolled && styles.scrolled,
      )}
    >
      <div
        className={`container flex items-center justify-between ${styles.inner}`}
      >
        <Link
          to={paths.landing}
          className={`flex items-center ${styles.home}`}
          data-long={event.isLong}
        >
          <Logo name={event.name} />
        </Link>
        <nav aria-label="Main" className={`hidden ${styles.wide}`}>
          <ul className="flex gap-2 items-center">
            {everyone.map((link) => (
              <BarLink key={link.to} {...link} />
            ))}
          </ul>
          <ul className="flex gap-2 items-center">
            {ownLinks.map((link) => (
              <BarLink key={link.to} {...link} />
            ))}
            {status === "signedIn" && (
              <li>
                <Suspense>
                  <LogoutButton />
                </Suspense>
              </li>
            )}
          </ul>
        </nav>
        <button
          type="button"
          className={styles.menuButton}
          aria-haspopup="dialog"
          onClick={() => setMenuOpenAt(key)}
        >
          <MenuIcon />
          Menu
        </button>
      </div>
      {menuOpenAt !== undefined && (
        <Suspense>
          <MobileMenu
            isOpen={menuOpenAt === key}
            // Stays mounted: a dialog restores the focus when it is closed, not when it is removed.
            onClose={() => setMenuOpenAt("")}
            links={[...everyone, ...ownLinks]}
            isSignedIn={status === "signedIn"}
          />
        </Suspense>
      )}
    </header>
  );
}

function BarLink({ to, label, when }: NavigationLink) {
  return (
    <li data-when={when}>
      <SiteLink
        {...{ to, label }}
        className={`underlined flex label items-center ${styles.link}`}
      />
    </li>
  );
}

/** Empty until the session is known. They are last in the bar, so that nothing moves when they appear. */
function linksFor(status: SessionStatus) {
  if (status === "signedIn") return participants;
  return status === "signedOut" ? guests : [];
}

function useScrolledPast(distancePx: number): boolean {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > distancePx,
    () => false,
  );
}

function onScroll(callback: () => void) {
  window.addEventListener("scroll", callback, { passive: true });
  return () => window.removeEventListener("scroll", callback);
}
