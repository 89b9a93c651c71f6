import { useState } from "react";
import { isHelper } from "#convex/shared/people";
import { HelperPage } from "../../features/next-step/helper-step";
import { TeamChangesNotice } from "../../features/team/team-changes-notice";
import { useFocusOnChange } from "../../lib/use-focus-on-change";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { Container } from "../../ui/layout";
import { LoadFailure } from "../../ui/load-failure";
import { Panel } from "../../ui/panel";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { Tabs } from "../../ui/tabs";
import styles from "./find.module.css";
import { HiddenOnes } from "./hidden-ones";
import { Listings } from "./listings";
import { OwnListing } from "./own-listing";
import { Requests } from "./requests";
import { LOAD_FAILURE, useFinding, type Finding } from "./use-finding";

export function Component() {
  const finding = useFinding();
  const content = useFocusOnChange(
    finding ? String(finding.me.teamId !== null) : "",
  );
  return (
    <Container>
      <div ref={content} tabIndex={-1} className="stack gap-6 page-padding">
        {finding === undefined && <FindSkeleton />}
        {finding === null && <LoadFailure isPage>{LOAD_FAILURE}</LoadFailure>}
        {finding &&
          (isHelper(finding.me.role) ? (
            <HelperPage role={finding.me.role} />
          ) : (
            <FindView finding={finding} />
          ))}
      </div>
    </Container>
  );
}

function FindView({ finding }: { finding: Finding }) {
  const { me, areChangesOpen, requests, hidden } = finding;
  const isLooking = me.teamId === null;
  const isLeader = me.teamRole === "leader";
  const [wasLooking] = useState(isLooking);
  const ownKind = isLooking ? "person" : "team";
  const people = {
    id: "people",
    label: "People",
    content: <Listings key="people" kind="person" finding={finding} />,
  };
  const teams = {
    id: "teams",
    label: "Teams",
    content: <Listings key="teams" kind="team" finding={finding} />,
  };
  return (
    <>
      <header className={`stack gap-4 ${styles.intro}`}>
        <h1>{isLooking ? "Find a team" : "Find teammates"}</h1>
        {areChangesOpen && (
          <p className="measure soft">{leadFor(me.teamRole)}</p>
        )}
      </header>
      <TeamChangesNotice isOpen={areChangesOpen} />
      <div aria-live="polite" className={styles.news}>
        {wasLooking && !isLooking && (
          <Panel isSignal>
            <div className={`row gap-3 gap-x-4 items-center ${styles.arrived}`}>
              <p>You are in a team. Your card and your requests are gone.</p>
              <LinkButton to={paths.team} tone="signal">
                Open your team
              </LinkButton>
            </div>
          </Panel>
        )}
      </div>
      <div className={`stack gap items-start ${styles.own}`}>
        {(isLooking || isLeader) && areChangesOpen && (
          <OwnListing key={ownKind} kind={ownKind} {...finding} />
        )}
        <Requests
          requests={requests}
          mayAct={isLooking || isLeader}
          areChangesOpen={areChangesOpen}
        />
      </div>
      {areChangesOpen && (
        <Tabs
          label="Who is looking"
          parameter="show"
          tabs={isLooking ? [teams, people] : [people, teams]}
        />
      )}
      <HiddenOnes hidden={hidden} />
    </>
  );
}

function leadFor(role: Finding["me"]["teamRole"]): string {
  switch (role) {
    case null:
      return "Show a card, and teams with a free slot can ask you. Or ask one of them yourself.";
    case "leader":
      return "Show what you are building and whom you look for, or ask someone. Whoever you take in is in your team at once.";
    case "member":
      return "These people look for a team. Your Team Leader can ask them.";
  }
}

function FindSkeleton() {
  return (
    <>
      <LoadingTitle>Loading who is looking</LoadingTitle>
      <Skeleton width="60%" height="var(--display-l)" />
      <Skeleton height="14rem" />
      <Skeleton height="20rem" />
    </>
  );
}
