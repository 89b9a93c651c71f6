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
    <section className="stack gap-5" aria-labelledby="quick-links">
      <h2 id="quick-links">Quick links</h2>
      <ul className={styles.list}>
        {quickLinks.map((link) => (
          <li key={link.href}>
            <AnyLink
              href={link.href}
              className={`flex gap-4 items-center justify-between strong ${styles.link}`}
            >
              {link.label}
              {!isOutward(link.href) && <ArrowIcon />}
            </AnyLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
