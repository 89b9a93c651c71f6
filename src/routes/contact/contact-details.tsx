import { contact, socialLinks, venue } from "../../content/contact";
import { AnyLink } from "../../ui/any-link";
import styles from "./contact-details.module.css";

export function ContactDetails() {
  return (
    <div className={`stack gap-6 content-start min-w-0 ${styles.details}`}>
      <section
        aria-labelledby="by-email"
        className={`stack gap-2 content-start ${styles.part}`}
      >
        <h2 id="by-email" className="display-2xs quiet">
          By email
        </h2>
        <a href={`mailto:${contact.email}`} className={styles.email}>
          {contact.email}
        </a>
        <p className="soft text-s">Answered in {contact.responseTime}.</p>
      </section>
      <section
        aria-labelledby="address"
        className={`stack gap-2 content-start ${styles.part}`}
      >
        <h2 id="address" className="display-2xs quiet">
          Venue
        </h2>
        <address className={`grid ${styles.address}`}>
          <strong data-venue={0}>{venue.name}</strong>
          {venue.addressLines.map((line, index) => (
            <span key={line} className="soft" data-venue={index + 1}>
              {line}
            </span>
          ))}
        </address>
      </section>
      <section
        aria-labelledby="social"
        className={`stack gap-2 content-start ${styles.part}`}
      >
        <h2 id="social" className="display-2xs quiet">
          Elsewhere
        </h2>
        <ul className={styles.social}>
          {socialLinks.map(({ id, label, href }) => (
            <li key={id}>
              <AnyLink href={href}>{label}</AnyLink>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
