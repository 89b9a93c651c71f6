import { links } from "../../content/links";
import { paths } from "../../paths";
import { AnyLink, isOutward } from "../../ui/any-link";
import { ArrowIcon } from "../../ui/icons";
import styles from "./side-list.module.css";

const quickLinks = [
  { href: links.discord, label: "Discord" },
  { href: links.instagram, label: "Instagram" },
  { href: `mailto:${links.contactEmail}`, label: links.contactEmail },
  { href: paths.faq, label: "FAQ" },
];

export function QuickLinks() {
  return (
    <section className={styles.section} aria-labelledby="quick-links">
      <h2 id="quick-links">Quick links</h2>
      <ul className={styles.list}>
        {quickLinks.map((link) => (
          <li key={link.href}>
            <AnyLink href={link.href} className={styles.link}>
              {link.label}
              {!isOutward(link.href) && <ArrowIcon />}
            </AnyLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
