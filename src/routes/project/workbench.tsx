import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import {
  missingOf,
  type ProjectField,
  type Workbench,
} from "#convex/projects/shared/projects";
import { isHandInTaken, type Submissions } from "#convex/settings/shared";
import type { TeamView } from "#convex/teams/shared/teams";
import { isBlank } from "#convex/platform/shared/text";
import { useDeploymentTime } from "../../features/clock/deployment-clock";
import { Receipt } from "../../features/clock/receipt";
import { nextStepOf, ownAwardsOf } from "../../features/next-step/next-step-of";
import { initialsOf } from "../../features/team/player-card";
import { dataOf, useQuietLive } from "../../lib/connection/use-live";
import { paths } from "../../paths";
import { VisuallyHidden } from "../../ui/visually-hidden";
import { Written } from "../../ui/written";
import hidden from "../../ui/visually-hidden.module.css";
import {
  Description,
  DescriptionPreview,
  useSharedText,
  useTextView,
} from "./description";
import { LineField, seatOf, type Bench } from "./fields";
import fieldStyles from "./fields.module.css";
import { HandInBar, Withdraw } from "./hand-in";
import { More } from "./history";
import { useWithChanges } from "./kept-changes";
import { BuiltWith, Tracks } from "./lists";
import { News } from "./news";
import { Pictures } from "./pictures/pictures";
import { useUploads } from "./pictures/use-uploads";
import styles from "./project.module.css";
import type { Editor } from "./settled";
import { usePresence } from "./use-presence";

/** The team's project as the gallery will show it, edited in place. */
export function WorkbenchView({
  project: stored,
  team,
  selfId,
  submissions,
}: {
  project: Workbench;
  team: TeamView;
  selfId: string;
  submissions: Submissions;
}) {
  const isOpen = submissions.state === "open";
  const project = useWithChanges(stored, selfId);
  const [focused, setFocused] = useState<ProjectField | null>(null);
  const { textReadKey: readKey } = project;
  const present = dataOf(useQuietLive(api.projects.present, { readKey }));
  const [editors] = useState(() => new Set<Editor>());
  const shared = useSharedText(project._id, selfId);
  const uploads = useUploads();
  const isAlone = present?.every(({ userId }) => userId === selfId) === true;
  usePresence(isOpen, focused, isAlone);
  useEffect(() => shared.setAlone(isAlone), [shared, isAlone]);
  const isDescribed = useTextView(
    shared,
    ({ isLoaded, text }) => !isLoaded || !isBlank(text),
  );
  const bench: Bench = {
    project,
    selfId,
    isOpen,
    present: present ?? [],
    memberIds: team.members.map(({ uid }) => uid),
    onFocus: setFocused,
    editors,
    shared,
    uploads,
    missing: isOpen
      ? missingOf(project, isDescribed)
      : { fields: [], labels: [] },
  };
  const isLeader = team.members.some(
    ({ uid, role }) => uid === selfId && role === "leader",
  );
  return (
    <div className={`stack gap-6 ${styles.page}`}>
      <header className="row gap-2 gap-x-5 items-center justify-between">
        <p className={`soft upper ${styles.team}`}>
          <Written>{team.name}</Written>
        </p>
        <Present bench={bench} />
      </header>
      <h1 className={hidden.hidden}>Your project</h1>
      <Receipt project={project} teamName={team.name} isOpen={isOpen}>
        {isOpen && isLeader && (
          // A question ends when it was handed in anew meanwhile.
          <Withdraw key={project.receipt} project={project} />
        )}
      </Receipt>
      {!isOpen && (
        <State
          submissions={submissions}
          project={project}
          team={team}
          isLeader={isLeader}
        />
      )}
      <div className="stack gap-5 content-start">
        <LineField
          bench={bench}
          field="name"
          label="Name"
          placeholder="Name your project"
          look="title"
        />
        <LineField
          bench={bench}
          field="summary"
          label="Summary"
          placeholder="What it is, in one line"
          look="summary"
        />
      </div>
      <div className={`stack gap-6 ${styles.columns}`}>
        <div className="stack gap-5 content-start">
          <Description bench={bench} />
          <LineField
            bench={bench}
            field="repositoryUrl"
            label="Repository"
            placeholder="github.com/…"
            type="url"
          />
          <LineField
            bench={bench}
            field="demoUrl"
            label="Demo"
            placeholder="Where it can be tried"
            type="url"
          />
          <LineField
            bench={bench}
            field="videoUrl"
            label="Video"
            placeholder="Where it can be watched"
            type="url"
          />
          <BuiltWith bench={bench} />
          <Tracks bench={bench} />
        </div>
        <div className="stack gap-6 content-start">
          <DescriptionPreview bench={bench} />
          <Pictures bench={bench} />
        </div>
      </div>
      <More bench={bench} />
      <HandInBar bench={bench} submissions={submissions} isLeader={isLeader} />
      <News bench={bench} />
    </div>
  );
}

function Present({ bench: { present, memberIds, selfId } }: { bench: Bench }) {
  const others = present.filter(({ userId }) => userId !== selfId);
  return (
    <p className="row gap-2 items-center">
      <span className="quiet text-s">
        {others.length === 0 ? "Only you are here" : "Also here:"}
      </span>
      {others.map(({ userId, name }) => (
        <span
          key={userId}
          className={fieldStyles.hand}
          data-seat={seatOf(memberIds, userId)}
          title={name}
        >
          <span aria-hidden="true">{initialsOf(name)}</span>
          <VisuallyHidden>{name}</VisuallyHidden>
        </span>
      ))}
    </p>
  );
}

/** Why the project cannot be changed: the next step, in the dashboard's words. */
function State({
  submissions,
  project,
  team,
  isLeader,
}: {
  submissions: Submissions;
  project: Workbench;
  team: TeamView;
  isLeader: boolean;
}) {
  const now = useDeploymentTime() ?? Infinity;
  const published = dataOf(useQuietLive(api.judging.published, {})) ?? null;
  const isDone = project.status === "handed_in" && !project.hasChanges;
  if (isLeader && !isDone && isHandInTaken(submissions, now))
    return (
      <p className="measure soft">
        Submissions are closed. You can still hand in for a few seconds.
      </p>
    );
  const { sentence, label, href } = nextStepOf({
    members: team.members.length,
    isLeader,
    areChangesOpen: true,
    hasRegisteredPlace: true,
    isToArrive: false,
    registration: "live",
    submissions,
    project,
    ownAwards:
      published && ownAwardsOf(published.awards, project._id, team._id),
    requests: null,
    isGalleryOpen: false,
  });
  return (
    <p className="measure soft">
      <span>{sentence}</span>
      {href !== paths.project && (
        <>
          {" "}
          <Link to={href}>{label}</Link>
        </>
      )}
    </p>
  );
}
