import { useState } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { event } from "../content/event";
import { useSession, type SessionStatus } from "../lib/session/session-store";
import { paths } from "../paths";
import { classNames } from "../ui/class-names";
import { MenuIcon } from "../ui/icons";
import { Logo } from "../ui/logo";
import { LogoutButton } from "./logout-button";
import { MobileMenu } from "./mobile-menu";
import styles from "./navigation.module.css";
import { useScrolledPast } from "./use-scrolled-past";

const SCROLL_LIMIT_PX = 50;

const everyone = [
  { to: paths.landing, label: "Home" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
];
const guests = [
  { to: paths.login, label: "Login" },
  { to: paths.register, label: "Register" },
];
const participants = [{ to: paths.dashboard, label: "Dashboard" }];

/** The bar on top of every page. What depends on who is signed in waits for the first answer, in its final place. */
export function Navigation() {
  const { status } = useSession();
  const isScrolled = useScrolledPast(SCROLL_LIMIT_PX);
  const [menuOpenAt, setMenuOpenAt] = useState<string>();
  const { key } = useLocation();
  const links = linksFor(status);
  return (
    <header className={classNames(styles.bar, isScrolled && styles.scrolled)}>
      <div className={styles.inner}>
        <Link to={paths.landing} className={styles.home}>
          <Logo name={event.name} />
        </Link>
        <nav aria-label="Main" className={styles.wide}>
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} end className={styles.link}>
                  {link.label}
                </NavLink>
              </li>
            ))}
            {status === "signedIn" && (
              <li>
                <LogoutButton />
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
      <MobileMenu
        isOpen={menuOpenAt === key}
        onClose={() => setMenuOpenAt(undefined)}
        links={links}
        isSignedIn={status === "signedIn"}
      />
    </header>
  );
}

function linksFor(status: SessionStatus) {
  if (status === "signedIn") return [...everyone, ...participants];
  return status === "signedOut" ? [...everyone, ...guests] : everyone;
}
