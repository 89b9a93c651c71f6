import { api } from "#convex/_generated/api";
import type { Pass } from "#convex/checkIns/shared/checkIns";
import { event } from "../../content/event";
import { QrCode } from "../../features/team/qr-code";
import { usePageWords } from "../../layouts/page-words";
import { formatTime } from "../../lib/time/format-time";
import { useKeptLive } from "../../lib/connection/kept-answers";
import { useSettings } from "../../lib/settings/live-settings";
import { Button } from "../../ui/button";
import { Fitted } from "../../ui/fitted";
import { LoadFailure } from "../../ui/load-failure";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";
import { Written } from "../../ui/written";
import { dateAndCity, keepsakeOf } from "./keepsake-of";
import { drawKeepsake, drawPass } from "./pass-picture";
import { PictureButtons } from "./picture-buttons";
import styles from "./pass.css?url";
import type { Elements } from "../../ui/elements";

/** The pass that the desk reads when a participant arrives; once the event is over, what remains of it. */
export function Component() {
  const live = useKeptLive(api.checkIns.pass, {});
  const Shown = useSettings()?.phase === "over" ? Certificate : OwnPass;
  return (
    <div className="container">
      <link rel="stylesheet" href={styles} precedence="medium" />
      <div className="pass stack gap-3">
        {live.status === "error" && <Failure />}
        {live.status === "pending" && <Pending />}
        {live.status === "success" && live.data === null && (
          <>
            <h1>No pass for you</h1>
            <p>Judges and mentors are not checked in. Come in as you are.</p>
          </>
        )}
        {live.status === "success" && live.data && <Shown pass={live.data} />}
      </div>
    </div>
  );
}

const Failure = () => (
  <LoadFailure isPage>Failed to load your pass</LoadFailure>
);

const Pending = () => (
  <>
    <LoadingTitle>Loading your pass</LoadingTitle>
    <Skeleton height="32rem" />
  </>
);

function OwnPass({ pass }: { pass: Pass }) {
  const { text, name, college, teamName, checkedInAt } = pass;
  const isOpen = useSettings()?.checkInOpen === true;
  return (
    <>
      <Card
        title="Your pass"
        isLit={checkedInAt !== null}
        name={name}
        below={[teamName ?? "No team yet", college]}
      >
        <QrCode text={text} />
        {checkedInAt !== null && (
          <p className="signal-text strong">
            {`Checked in at ${formatTime(checkedInAt)}`}
          </p>
        )}
      </Card>
      <p className="soft">{adviceOn(pass, isOpen)}</p>
      <PictureButtons name="pass" draw={() => drawPass(pass)} />
    </>
  );
}

function adviceOn({ checkedInAt }: Pass, isOpen: boolean): string {
  if (checkedInAt !== null) return "You are in. Keep the pass until the end.";
  return isOpen
    ? "Show this at the check-in desk with your college ID. Turn the brightness up."
    : "Check-in has not opened yet. Keep your pass as a picture now: it stays the same, and works with no connection.";
}

const CERTIFICATE = { title: "Certificate" };

/** A certificate to print, and a card to share. */
function Certificate({ pass }: { pass: Pass }) {
  usePageWords(CERTIFICATE);
  const project = useKeptLive(api.projects.workbench, {});
  const results = useKeptLive(api.judging.published, {});
  if (project.status === "error" || results.status === "error")
    return <Failure />;
  if (project.status === "pending" || results.status === "pending")
    return <Pending />;
  const keepsake = keepsakeOf(pass, project.data, results.data);
  if (keepsake === null)
    return (
      <>
        <h1>No certificate for you</h1>
        <p>
          You were not checked in, and your team has handed in no project. If
          that is wrong, tell the organisers.
        </p>
      </>
    );
  const { name, teamName, projectName, lines } = keepsake;
  return (
    <>
      <Card title={CERTIFICATE.title} isLit name={name} below={[teamName]}>
        <ul className="signal-text pass-name pass-results">
          {lines.map((line) => (
            <li key={line}>
              <Fitted>{line}</Fitted>
            </li>
          ))}
        </ul>
        {projectName !== "" && (
          <p className="text-l tight">
            With <Written>{projectName}</Written>
          </p>
        )}
        <p className="soft">
          {event.edition}, {dateAndCity}
        </p>
      </Card>
      <PictureButtons name="certificate" draw={() => drawKeepsake(keepsake)}>
        <Button onClick={() => print()}>Print it</Button>
      </PictureButtons>
    </>
  );
}

/**
 * Whose it is in large. The code of a pass is in a white field, which a camera reads from a screen in any light.
 * @param below the lines under the name; empty ones take no room
 */
function Card({
  title,
  isLit,
  name,
  below,
  children,
}: {
  title: string;
  isLit: boolean;
  name: string;
  below: readonly string[];
  children: Elements;
}) {
  return (
    <>
      <h1 className="quiet pass-title">{title}</h1>
      <article
        className="plate stack gap-3 pass-card"
        data-in={isLit || undefined}
        aria-label={title}
      >
        <div className="stack gap-1 min-w-0">
          <p className="pass-name">
            <Fitted>{name}</Fitted>
          </p>
          {below.filter(Boolean).map((line, nth) => (
            <p
              key={nth}
              className={nth > 0 ? "soft text-l tight" : "text-l tight"}
            >
              <Written>{line}</Written>
            </p>
          ))}
        </div>
        {children}
      </article>
    </>
  );
}
