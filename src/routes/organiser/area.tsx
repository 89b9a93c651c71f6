import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { NothingHere } from "../../layouts/not-found";
import { Container } from "../../ui/layout";
import { AuditLog } from "./audit-log/audit-log";
import { Announcements } from "./content/announcements";
import { Dates } from "./content/dates";
import { Resources } from "./content/resources";
import { findSegment, type SectionSegment } from "./frame/sections";
import { SubNavigation } from "./frame/sub-navigation";
import { Judging } from "./judging/judging";
import { Messages } from "./messages/messages";
import styles from "./organiser.css?url";
import { Overview } from "./overview/overview";
import { Participants } from "./participants/participants";
import { Projects } from "./projects/projects";
import { Requests } from "./requests/requests";
import { Settings } from "./settings/settings";
import { Subscribers } from "./subscribers/subscribers";
import { Teams } from "./teams/teams";

const screens: Record<SectionSegment, ReactNode> = {
  "": <Overview />,
  participants: <Participants />,
  teams: <Teams />,
  projects: <Projects />,
  requests: <Requests />,
  judging: <Judging />,
  messages: <Messages />,
  subscribers: <Subscribers />,
  announcements: <Announcements />,
  dates: <Dates />,
  resources: <Resources />,
  settings: <Settings />,
  "audit-log": <AuditLog />,
};

export function Area() {
  const { "*": rest = "" } = useParams();
  const segment = findSegment(rest);
  if (segment === undefined) return <NothingHere />;
  return (
    <Container>
      {/* Linked, because CSS modules are part of the style sheet that every visitor loads. */}
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="org">
        <SubNavigation current={segment} />
        <div key={segment} className="stack gap-6 min-w-0">
          {screens[segment]}
        </div>
      </div>
    </Container>
  );
}
