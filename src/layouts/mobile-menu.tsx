import { event } from "../content/event";
import { formatDateLine } from "../lib/time/format-date";
import { useDialog } from "../ui/dialog";
import { CloseIcon } from "../ui/icons";
import { Logo } from "../ui/logo";
import { LogoutButton } from "../features/auth/logout-button";
import styles from "./navigation.module.css";
import { SiteLink, type NavigationLink } from "./site-link";

/** A full-screen menu in a native dialog, which traps and restores the focus. */
export function MobileMenu({
  isOpen,
  onClose,
  links,
  isSignedIn,
}: {
  isOpen: boolean;
  onClose: () => void;
  links: readonly NavigationLink[];
  isSignedIn: boolean;
}) {
  const ref = useDialog(isOpen);
  return (
    <dialog
      ref={ref}
      className={`full ${styles.menu}`}
      aria-label="Menu"
      onClose={onClose}
    >
      <div className={`flex items-center justify-between ${styles.menuTop}`}>
        <Logo name={event.name} />
        <button type="button" className={styles.menuButton} onClick={onClose}>
          <CloseIcon />
          Close
        </button>
      </div>
      <nav aria-label="Main">
        <ul className={styles.menuLinks}>
          {links.map(({ when, ...link }) => (
            <li key={link.to} className="line-below" data-when={when}>
              <SiteLink {...link} onClick={onClose} />
            </li>
          ))}
        </ul>
      </nav>
      {isSignedIn && <LogoutButton isWide />}
      <p className={`quiet text-s ${styles.menuDate}`}>
        {formatDateLine(event.firstDay, event.lastDay)} · {event.city}
      </p>
    </dialog>
  );
}
