import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { useEffect, useState, type CSSProperties } from "react";
import { api } from "#convex/_generated/api";
import type { Id } from "#convex/_generated/dataModel";
import { counted } from "#convex/platform/shared/text";
import { convex } from "../../lib/connection/convex-client";
import { Written } from "../../ui/written";
import type { Moment } from "./moments";
import { TeamMark } from "./ring";

/** What has the stage for a moment. */
export function Staged({
  moment,
  isCounted,
}: {
  moment: Moment;
  isCounted: boolean;
}) {
  if (moment.kind === "words") {
    const { title, body } = moment.notice;
    return (
      <div className="grid hall-staged hall-words">
        <p className="hall-label">{moment.label}</p>
        <Title>{title}</Title>
        {body !== "" && (
          <p className="hall-body">
            <Written>{body}</Written>
          </p>
        )}
      </div>
    );
  }
  const { team, kind, label } = moment;
  const { filled, arrived, handIn } = team;
  return (
    <div className="grid hall-staged">
      <TeamMark
        filled={filled}
        arrived={arrived}
        isHandedIn={handIn !== null}
        counted={isCounted && kind !== "slot"}
        latest={
          kind === "hand-in" ? "dot" : kind === "slot" ? filled - 1 : undefined
        }
        className="hall-mark-large"
      />
      <div className="grid hall-said">
        <p className="hall-label">{label}</p>
        {kind === "hand-in" ? (
          <HandedIn handInId={moment.handIn} teamName={team.name} />
        ) : (
          <Title>{team.name}</Title>
        )}
        {kind === "slot" && (
          <p className="hall-body">{`${filled} of ${MAX_TEAM_SIZE} slots`}</p>
        )}
        {kind === "arrival" && (
          <p className="hall-body">{`${counted(arrived, "player")} in the hall`}</p>
        )}
      </div>
    </div>
  );
}

function HandedIn({
  handInId,
  teamName,
}: {
  handInId: Id<"handIns">;
  teamName: string;
}) {
  const project = useProjectName(handInId);
  if (project === undefined) return null;
  return (
    <>
      <Title>{project ?? teamName}</Title>
      {project !== null && (
        <p className="hall-body">
          by <Written>{teamName}</Written>
        </p>
      )}
    </>
  );
}

/** Asked once; undefined until the answer is there, null if the name is not said. */
function useProjectName(handInId: Id<"handIns">): string | null | undefined {
  const [name, setName] = useState<string | null>();
  useEffect(() => {
    convex
      .query(api.arena.projectName, { handInId })
      .then(setName, () => setName(null));
  }, [handInId]);
  return name;
}

/** As large as its length allows. */
function Title({ children }: { children: string }) {
  const style = { "--letters": Math.max(8, children.length) } as CSSProperties;
  return (
    <p className="hall-title" style={style}>
      <Written>{children}</Written>
    </p>
  );
}
