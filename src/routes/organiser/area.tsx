import type { ReactNode } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { NothingHere } from "../../layouts/not-found";
import { dataOf } from "../../lib/connection/use-live";
import { arrivals } from "./arrivals/arrivals";
import { auditLog } from "./audit-log/audit-log";
import { Announcements } from "./content/announcements";
import { Resources } from "./content/resources";
import { Schedule } from "./content/schedule";
import { useOrganiserQuery } from "./frame/live";
import { SectionNavigation } from "./frame/navigation";
import { NOTHING_WAITS, ShownScreen } from "./frame/section-frame";
import { addressOf, findScreen, type ScreenName } from "./frame/sections";
import { Judging } from "./judging/judging";
import { ListScreen } from "./list/list-screen";
import { Messages } from "./messages/messages";
import styles from "./organiser.css?url";
import { Overview } from "./overview/overview";
import { participants } from "./participants/participants";
import { Places } from "./places/places";
import { Projects } from "./projects/projects";
import { Requests } from "./requests/requests";
import { Roles } from "./roles/roles";
import { Addresses } from "./settings/addresses";
import { Screens } from "./settings/screens";
import { Settings } from "./settings/settings";
import { subscribers } from "./subscribers/subscribers";
import { Teams } from "./teams/teams";

const contents: Record<ScreenName, ReactNode> = {
  "": <Overview />,
  people: <ListScreen definition={participants} />,
  "people/places": <Places />,
  "people/roles": <Roles />,
  "people/arrivals": <ListScreen definition={arrivals} />,
  "people/subscribers": <ListScreen definition={subscribers} />,
  teams: <Teams />,
  "teams/requests": <Requests />,
  projects: <Projects />,
  judging: <Judging />,
  news: <Announcements />,
  "news/schedule": <Schedule />,
  "news/resources": <Resources />,
  "news/messages": <Messages />,
  settings: <Settings />,
  "settings/screens": <Screens />,
  "settings/addresses": <Addresses />,
  "settings/log": <ListScreen definition={auditLog} />,
};

export function Area() {
  const { "*": rest = "" } = useParams();
  const { pathname, search } = useLocation();
  const live = useOrganiserQuery(api.organiser.waiting, {});
  const waiting = dataOf(live) ?? NOTHING_WAITS;
  const name = findScreen(rest);
  if (name === undefined) return <NothingHere />;
  const address = addressOf(name);
  if (pathname.replace(/\/+$/u, "") !== address)
    return <Navigate to={address + search} replace />;
  return (
    <div className="container">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="org stack items-start">
        <SectionNavigation current={name} waiting={waiting} />
        <div key={name} className="stack gap-6 min-w-0">
          <ShownScreen value={{ name, waiting }}>{contents[name]}</ShownScreen>
        </div>
      </div>
    </div>
  );
}
