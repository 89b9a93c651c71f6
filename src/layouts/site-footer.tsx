import { Link, useLocation } from "react-router-dom";
import { stayUpdated } from "../content/calls";
import { socialLinks, venue } from "../content/contact";
import { event } from "../content/event";
import { links } from "#edition/links";
import { notFoundPage, pages } from "../content/pages";
import { pastEditions } from "../content/past-editions";
import { StayUpdatedForm } from "../features/subscribe/stay-updated-form";
import { formatDateLine } from "../lib/time/format-date";
import { paths } from "../paths";
import { AnyLink } from "../ui/any-link";
import { classNames } from "../ui/class-names";
import { Logo } from "../ui/logo";
import { useRouteHandle } from "./route-handle";
import type { NavigationLink } from "./site-link";
import styles from "./site-footer.module.css";

const quickLinks: NavigationLink[] = [
  { to: paths.landing, label: "Home" },
  { to: paths.about, label: pages.about.title },
  { to: paths.contact, label: pages.contact.title },
  { to: paths.faq, label: "FAQ" },
  {
    to: paths.projects,
    label: pages.projects.title,
    when: "shown hidden closed live over gallery",
  },
];

const legalLinks = [
  { to: paths.privacyPolicy, label: pages.privacyPolicy.title },
  { to: paths.termsOfService, label: pages.termsOfService.title },
  { to: paths.codeOfConduct, label: pages.codeOfConduct.title },
];

/** Short, so that they take one line of a phone. */
const portalLinks = [
  { to: paths.contact, label: "Contact" },
  { to: paths.privacyPolicy, label: "Privacy" },
  { to: paths.termsOfService, label: "Terms" },
  { to: paths.codeOfConduct, label: "Conduct" },
];

/** Their footer is a line: who works there has read the rest. */
const portalPages: readonly string[] = [
  paths.dashboard,
  paths.team,
  paths.project,
  paths.find,
  paths.pass,
  paths.account,
  paths.judge,
  paths.help,
];

export function SiteFooter() {
  const { pathname } = useLocation();
  const isPortal =
    portalPages.includes(pathname) || pathname.startsWith(paths.organiser);
  const isShort =
    useRouteHandle() === notFoundPage || /^\/(?:login|join)\b/u.test(pathname);
  return isPortal ? <PortalFooter /> : <PublicFooter isShort={isShort} />;
}

function LinkList({
  links: list,
  className,
}: {
  links: readonly NavigationLink[];
  className?: string;
}) {
  return (
    <ul className={className}>
      {list.map(({ to, label, when }) => (
        <li key={to} data-when={when}>
          <Link to={to}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

function PortalFooter() {
  return (
    <footer
      className={`screen-only soft text-s line-above ${styles.footer} ${styles.line}`}
    >
      <div className="container">
        <nav aria-label="Footer">
          <LinkList links={portalLinks} className="row gap-x-5" />
        </nav>
      </div>
    </footer>
  );
}

const place = `${event.venue}, ${event.city}`;

/** @param isShort on phones it has links alone, where it would be longer than the page */
function PublicFooter({ isShort }: { isShort: boolean }) {
  return (
    <footer
      className={classNames(
        "screen-only soft text-s line-above",
        styles.footer,
        isShort && styles.short,
      )}
    >
      <div className="container">
        <div className={`grid gap-6 gap-x halves ${styles.inner}`}>
          <div className={`grid gap-3 content-start ${styles.identity}`}>
            <Logo name={event.edition} />
            <p>
              {formatDateLine(event.firstDay, event.lastDay)} · {place}
            </p>
          </div>
          <section
            className={`grid gap-3 content-start measure ${styles.updates}`}
            aria-labelledby={stayUpdated}
          >
            <h2 id={stayUpdated} className="display-2xs">
              Stay Updated
            </h2>
            <p>
              News about the event by email, until you tell us to stop. The{" "}
              <Link to={paths.privacyPolicy}>privacy policy</Link> says what we
              store.
            </p>
            <div className={styles.form}>
              <StayUpdatedForm />
            </div>
          </section>
          <nav aria-label="Footer">
            <h2 className="display-2xs">Quick links</h2>
            <LinkList links={quickLinks} />
            {pastEditions[0] && (
              <ul>
                <li>
                  <a href={pastEditions[0].path}>Past editions</a>
                </li>
              </ul>
            )}
          </nav>
          <section className={styles.reach} aria-labelledby="footer-contact">
            <h2 id="footer-contact" className="display-2xs">
              Reach us
            </h2>
            <ul>
              <li>
                {/* Hydrated late, when the address may be another already (live-addresses.ts). */}
                <a
                  href={`mailto:${links.contactEmail}`}
                  suppressHydrationWarning
                >
                  {links.contactEmail}
                </a>
              </li>
              {socialLinks.map(({ id, label, href }) => (
                <li key={id}>
                  <AnyLink href={href}>{label}</AnyLink>
                </li>
              ))}
            </ul>
            <address className={`stack quiet ${styles.address}`}>
              {[venue.name, ...venue.addressLines].map((line, index) => (
                <span key={line} data-venue={index} suppressHydrationWarning>
                  {line}
                </span>
              ))}
            </address>
          </section>
          <nav aria-label="Legal">
            <h2 className="display-2xs">Legal</h2>
            <LinkList links={legalLinks} />
          </nav>
        </div>
      </div>
    </footer>
  );
}
