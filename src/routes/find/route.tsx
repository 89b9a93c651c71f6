import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { Kind } from "#convex/listings/shared";
import { isHelper } from "#convex/platform/shared/roles";
import { HelperPage } from "../../features/next-step/helper-step";
import { NoTeam } from "../../features/next-step/no-team";
import { pages } from "../../content/pages";
import { usePageWords } from "../../layouts/page-words";
import { useFocusOnChange } from "../../lib/focus/use-focus-on-change";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { LoadFailure } from "../../ui/load-failure";
import { Panel } from "../../ui/panel";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import styles from "./find.module.css";
import { HiddenOnes } from "./hidden-ones";
import { Listings } from "./listings";
import { OwnListing } from "./own-listing";
import { ProfileOffer } from "./profile-offer";
import { Requests, ToAnswer } from "./requests";
import { LOAD_FAILURE, useFinding, type Finding } from "./use-finding";
import { isToAnswer } from "./words";

const forTeams = { title: "Find teammates" };

export function Component() {
  const finding = useFinding();
  const content = useFocusOnChange(
    finding ? String(finding.me.teamId !== null) : "",
  );
  return (
    <div className="container">
      <div ref={content} tabIndex={-1} className={`stack gap-4 ${styles.page}`}>
        {finding === undefined && <FindSkeleton />}
        {finding === null && <LoadFailure isPage>{LOAD_FAILURE}</LoadFailure>}
        {finding &&
          (isHelper(finding.me.role) ? (
            <HelperPage of={finding.me.role} />
          ) : (
            <FindView finding={finding} />
          ))}
      </div>
    </div>
  );
}

function FindView({ finding }: { finding: Finding }) {
  const { me, mayAccept, closed, noRoom, requests, hidden } = finding;
  const open = requests.filter(({ outcome }) => outcome === null).length;
  const isLooking = me.teamId === null;
  const words = isLooking ? pages.find : forTeams;
  usePageWords(words);
  const [wasLooking] = useState(isLooking);
  const isActing = isLooking || me.teamRole === "leader";
  const toAnswer = isActing && mayAccept ? requests.filter(isToAnswer) : [];
  const others = requests.filter((request) => !toAnswer.includes(request));
  const reason = closed ?? noRoom;
  return (
    <>
      <h1>{words.title}</h1>
      <div aria-live="polite" className="no-room">
        {wasLooking && !isLooking && (
          <Panel isSignal>
            <div className="row gap-3 gap-x-4 items-center justify-between">
              <p>You are in a team. Your card and your requests are gone.</p>
              <LinkButton to={paths.team} tone="signal">
                Open your team
              </LinkButton>
            </div>
          </Panel>
        )}
      </div>
      <div aria-live="polite" className="no-room">
        {closed && isLooking && <NoTeam />}
        {reason && !(closed && isLooking) && (
          <p className="measure soft">
            <span>{`${reason.sentence} `}</span>
            <Link to={reason.to}>{reason.label}</Link>
          </p>
        )}
      </div>
      <ToAnswer
        requests={toAnswer}
        others={Math.max(0, open - 1)}
        isLastSlot={finding.freeSlots === 1}
      />
      {reason === null && (
        <Looking
          key={me.teamId}
          finding={finding}
          isAsked={toAnswer.length > 0}
        />
      )}
      <Requests requests={others} isActing={isActing} mayAccept={mayAccept} />
      <HiddenOnes hidden={hidden} />
    </>
  );
}

/** The list that the reader needs, or with `?show=` the other one. */
const lists = {
  person: { parameter: "people", label: "See people without a team" },
  team: { parameter: "teams", label: "See teams with free slots" },
};

function Looking({ finding, isAsked }: { finding: Finding; isAsked: boolean }) {
  const { me } = finding;
  const own: Kind = me.teamId === null ? "person" : "team";
  const usual = otherThan(own);
  const [search] = useSearchParams();
  const isOther = search.get("show") === lists[own].parameter;
  const kind = isOther ? own : usual;
  const other = lists[otherThan(kind)];
  return (
    <>
      {me.teamRole === "member" ? (
        <p className="soft">Your Team Leader can ask these people.</p>
      ) : (
        <OwnListing kind={own} isAsked={isAsked} {...finding} />
      )}
      {!isAsked && <ProfileOffer profile={me} />}
      <Listings
        key={kind}
        kind={kind}
        finding={finding}
        other={
          <Link
            to={{ search: isOther ? "" : `?show=${other.parameter}` }}
            preventScrollReset
          >
            {other.label}
          </Link>
        }
      />
    </>
  );
}

function otherThan(kind: Kind): Kind {
  return kind === "person" ? "team" : "person";
}

function FindSkeleton() {
  return (
    <>
      <LoadingTitle>Loading who is looking</LoadingTitle>
      <Skeleton width="60%" height="var(--display-m)" />
      <Skeleton height="4rem" />
      <Skeleton height="40rem" />
    </>
  );
}
