import type { Settings } from "#convex/settings/shared";
import { links } from "#edition/links";
import { paths } from "../../paths";
import { AnyLink } from "../../ui/any-link";
import styles from "./side-list.module.css";

const quickLinks = [
  { href: links.discord, label: "Discord" },
  { href: links.instagram, label: "Instagram" },
  { href: `mailto:${links.contactEmail}`, label: links.contactEmail },
  { href: paths.faq, label: "FAQ" },
];

const help = { href: paths.contact, label: "Write to the organisers" };
const gallery = { href: paths.projects, label: "See the projects" };

/** Help comes first while the event is live, and what was built once everyone sees it. */
export function QuickLinks({ settings }: { settings: Settings }) {
  const first = [
    ...(settings.phase === "live" ? [help] : []),
    ...(settings.galleryPublished === true ? [gallery] : []),
  ];
  return (
    <section aria-labelledby="quick-links">
      <h2 id="quick-links" className="label quiet">
        Quick links
      </h2>
      <ul className="row gap-x-5">
        {[...first, ...quickLinks].map(({ href, label }) => (
          <li key={href}>
            <AnyLink href={href} className={`strong target ${styles.link}`}>
              {label}
            </AnyLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
