import { useContext } from "react";
import { api } from "#convex/_generated/api";
import { samplesLeft } from "../../../content/samples";
import { useDeploymentMinute } from "../../../features/clock/deployment-clock";
import { Link } from "react-router-dom";
import { staff } from "../../../features/next-step/standing";
import { useMoment } from "../../../features/next-step/use-moment";
import { dataOf, useQuietLive } from "../../../lib/connection/use-live";
import { useTimedLive } from "../../../lib/connection/use-timed-live";
import { Skeleton, SkeletonStack } from "../../../ui/skeleton";
import { Loaded, useOrganiserAnswer, useOrganiserQuery } from "../frame/live";
import { SectionFrame, ShownScreen } from "../frame/section-frame";
import { Arrivals } from "./arrivals";
import { FirstRun } from "./first-run";
import { HelpWaits } from "./help-waits";
import { Largest } from "./largest";
import { countedNow } from "./counted";
import { needsOf } from "./needs";
import { NeedsList } from "./needs-list";
import { BeforePublishing, IntegrityLine, PlainHttp, Retention } from "./notes";
import { Scores } from "./scores";
import { TeamSizes } from "./team-sizes";

/** What needs the organisers now, the numbers of the phase, and, folded, what is looked at seldom. */
export function Overview() {
  const { waiting } = useContext(ShownScreen);
  const overview = useOrganiserQuery(api.organiser.overview, {});
  const integrity = useOrganiserAnswer(api.organiser.integrity);
  const settings = dataOf(useOrganiserQuery(api.settings.current, {}));
  const submissions = dataOf(useTimedLive(api.settings.submissions));
  const phase = settings?.phase;
  const isOver = submissions?.state === "closed";
  // Before, it would be read again at each hand-in.
  const judging = useOrganiserQuery(api.judging.progress, isOver ? {} : "skip");
  const now = useDeploymentMinute();
  const counted =
    settings &&
    countedNow(
      settings,
      submissions?.state ?? "not open",
      dataOf(judging),
      now,
    );
  const samples = settings
    ? samplesLeft(import.meta.env.VITE_SITE_ORIGIN, settings.addresses)
    : [];
  return (
    <SectionFrame>
      <PlainHttp />
      <MomentLine />
      <Loaded
        live={phase === undefined ? { status: "pending" } : overview}
        failure="Failed to load the numbers"
        skeleton={<SkeletonStack heights={["16rem", "8rem", "20rem"]} />}
      >
        {(numbers) => (
          <>
            {counted && (
              <Largest
                counted={counted}
                numbers={numbers}
                judging={dataOf(judging)}
              />
            )}
            {settings?.phase === "open" && (
              <FirstRun settings={settings} samples={samples} />
            )}
            <NeedsList
              needs={needsOf({
                overview: numbers,
                waiting,
                submissions: submissions?.state ?? "not open",
                judging: dataOf(judging),
                now,
              })}
            />
            <Scores overview={numbers} phase={phase ?? "open"} />
            <Loaded
              live={integrity}
              failure="Failed to check the teams"
              skeleton={<Skeleton height="1.5rem" />}
            >
              {(result) => <IntegrityLine integrity={result} />}
            </Loaded>
            <PhonesNote />
            <div>
              <Arrivals
                registered={numbers.registered}
                isOpen={settings?.checkInOpen === true}
                isNow={counted === "arrivals"}
              />
              <HelpWaits />
              <TeamSizes teamsBySize={numbers.teamsBySize} />
              <BeforePublishing samples={samples} />
              <Retention />
            </div>
          </>
        )}
      </Loaded>
    </SectionFrame>
  );
}

/** Where the event is, and what moves it on. */
function MomentLine() {
  const moment = useMoment();
  if (moment === undefined) return null;
  const { sentence, label, href } = staff.organiser[moment];
  return (
    <p className="soft">
      <span>{`${sentence} `}</span>
      <Link to={href}>{label}</Link>
    </p>
  );
}

/** Says so if this deployment cannot send messages to phones. */
function PhonesNote() {
  if (dataOf(useQuietLive(api.push.works, {})) !== false) return null;
  return (
    <p>
      Announcements cannot go to phones: this deployment&apos;s Convex is too
      old to encrypt them. Update it.
    </p>
  );
}
