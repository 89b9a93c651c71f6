import { Link } from "react-router-dom";
import { ArrowIcon } from "../../ui/icons";
import styles from "./read-on.module.css";

/** Large links to related pages. */
export function ReadOn({
  label,
  links,
}: {
  label: string;
  links: readonly { href: string; title: string }[];
}) {
  return (
    <nav className={`screen-only ${styles.readOn}`} aria-label={label}>
      <ul>
        {links.map(({ href, title }) => (
          <li key={href}>
            <Link
              to={href}
              className={`flex gap-4 items-center justify-between upper plain ${styles.link}`}
            >
              <span>{title}</span>
              <ArrowIcon />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
