import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Link, useLocation } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { canHelp } from "#convex/platform/shared/roles";
import type { Me } from "#convex/account/shared";
import { requestsToAnswer } from "../features/next-step/request-news";
import { mayFind } from "../features/next-step/standing";
import { useSettings } from "../lib/settings/live-settings";
import { dataOf, useQuietLive } from "../lib/connection/use-live";
import { paths } from "../paths";
import { VisuallyHidden } from "../ui/visually-hidden";
import styles from "./portal-navigation.module.css";
import { leadToHash } from "./lead-to-hash";

type PortalLink = { to: string; label: string; waiting?: number };

/**
 * The way between the pages of the portal: under the bar, on a phone at the bottom. It is shown where the site's layout
 * has a place for it, before the content, so that "Skip to content" passes it.
 */
export function PortalNavigation() {
  useEffect(() => leadToHash, []);
  const me = dataOf(useQuietLive(api.users.me, {})) ?? null;
  // Read again once both are there, if the layout comes with this.
  const place = useSyncExternalStore(neverChanges, findPlace, () => null);
  const isHelpOpen = useSettings()?.helpOpen === true;
  const { pathname } = useLocation();
  if (me === null || place === null) return null;
  const help = isHelpOpen && (me.teamId !== null || canHelp(me.role));
  const last = help ? [{ to: paths.help, label: "Help" }] : [];
  if (me.role === "participant")
    return createPortal(<ParticipantStrip me={me} last={last} />, place);
  const links = [...linksFor(me), ...last];
  // No bar leads to its own page only, and on the judges' page their keys take its place.
  const leadsOn = links.some(({ to }) => !isWithin(pathname, to));
  return !leadsOn || pathname === paths.judge
    ? null
    : createPortal(<Strip links={links} />, place);
}

const neverChanges = () => () => {};
const isWithin = (pathname: string, to: string) =>
  pathname === to || pathname.startsWith(`${to}/`);
const findPlace = () => document.getElementById("portal");

function ParticipantStrip({
  me,
  last,
}: {
  me: Me;
  last: readonly PortalLink[];
}) {
  const settings = useSettings();
  const waiting = requestsToAnswer(me, settings);
  const isShown = settings && (mayFind(settings) || waiting > 0);
  return (
    <Strip
      links={[
        { to: paths.dashboard, label: "Dashboard" },
        ...teamAndProject,
        ...(isShown ? [{ to: paths.find, label: "Find", waiting }] : []),
        ...last,
      ]}
    />
  );
}

const teamAndProject = [
  { to: paths.team, label: "Team" },
  { to: paths.project, label: "Project" },
];

/** For organisers, judges and mentors. */
function linksFor({ role, teamId }: Me): PortalLink[] {
  return [
    ...(role === "organiser"
      ? [{ to: paths.organiser, label: "Organiser area" }]
      : []),
    ...(role === "judge" ? [{ to: paths.judge, label: "Judge" }] : []),
    // Organisers, and judges who took part before, can be in a team.
    ...(teamId === null ? [] : teamAndProject),
  ];
}

function Strip({ links }: { links: readonly PortalLink[] }) {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.portal = "";
    return () => void delete dataset.portal;
  }, []);
  return (
    <nav
      aria-label="Portal"
      className={`line-below screen-only ${styles.strip}`}
    >
      <ul className={`container flex ${styles.links}`}>
        {links.map(({ to, label, waiting = 0 }) => (
          <li key={to}>
            <Link
              to={to}
              className={`flex gap-2 label items-center target plain ${styles.link}`}
              aria-current={isWithin(pathname, to) ? "page" : undefined}
            >
              <span>{label}</span>
              {waiting > 0 && (
                <>
                  {" "}
                  <span className={`tabular text-s ${styles.count}`}>
                    {waiting}
                  </span>
                  <VisuallyHidden> waiting</VisuallyHidden>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
