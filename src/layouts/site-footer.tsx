import { Link } from "react-router-dom";
import { event } from "../content/event";
import { links } from "../content/links";
import { formatDateLine } from "../lib/format-date";
import { paths } from "../paths";
import { Container } from "../ui/layout";
import { Logo } from "../ui/logo";
import styles from "./site-footer.module.css";

const quickLinks = [
  { to: paths.landing, label: "Home" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
];

export function SiteFooter() {
  return (
    <footer className={styles.footer}>
      <Container>
        <div className={styles.inner}>
          <div className={styles.identity}>
            <Logo name={event.edition} />
            <p>
              {formatDateLine(event.firstDay, event.lastDay)} · {event.venue}
            </p>
          </div>
          <nav aria-label="Footer">
            <ul className={styles.links}>
              {quickLinks.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
              <li>
                <a href={`mailto:${links.contactEmail}`}>
                  {links.contactEmail}
                </a>
              </li>
            </ul>
          </nav>
        </div>
      </Container>
    </footer>
  );
}
