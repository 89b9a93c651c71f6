import { useMutation } from "convex/react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/judging/shared/judging";
import { TRACKS } from "#convex/projects/shared/projects";
import { awardTitle } from "../../../content/award-words";
import { formatMoment } from "../../../lib/time/format-time";
import { useAction } from "../../../lib/forms/use-action";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { SelectField } from "../../../ui/select-field";
import { Checkbox } from "../../../ui/text-field";
import { useUndo } from "../../../ui/undo-note";
import { addressOf } from "../frame/sections";

type Judge = JudgingProgress["judges"][number];
const FAILURE = "Failed to change the judge";

/** Who judges: tracks and conflicts. */
export function Judges({ progress }: { progress: JudgingProgress }) {
  const { judges, projects, closedAt } = progress;
  return (
    <>
      <p className="soft">
        Judges see their own projects on a page of their own, and nothing else.
        You invite and dismiss them under{" "}
        <Link to={addressOf("people/roles")}>People → Roles</Link>.
      </p>
      {judges.length > 0 && (
        <ul className="stack gap-3 org-lines" aria-label="Judges">
          {judges.map((judge) => (
            <li key={judge._id}>
              <JudgeEntry
                judge={judge}
                projects={projects}
                isOpen={closedAt === null}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function JudgeEntry({
  judge,
  projects,
  isOpen,
}: {
  judge: Judge;
  projects: JudgingProgress["projects"];
  isOpen: boolean;
}) {
  const { _id: judgeId, name, email, tracks, conflicts } = judge;
  const setTracks = useMutation(api.judging.setTracks);
  const addConflict = useMutation(api.judging.addConflict);
  const removeConflict = useMutation(api.judging.removeConflict);
  const { run } = useAction(FAILURE);
  const [teamId, setTeamId] = useState("");
  const [note, offer, allowed] = useUndo(FAILURE);
  const open = projects.filter(
    (project) => !conflicts.some((it) => it.teamId === project.teamId),
  );
  const chosen = open.find((project) => project.teamId === teamId);
  const losesMarks =
    chosen?.judges.some((it) => it.judgeId === judgeId && it.isScored) === true;
  return (
    <>
      <div className="ends">
        <p>
          <strong>{name}</strong> <span className="org-quiet">{email}</span>
        </p>
        <p className="tabular">
          <span>{`${judge.scored} of ${judge.total} scored`}</span>
          {judge.lastScoredAt !== null && (
            <span className="org-quiet">
              {` · last ${formatMoment(judge.lastScoredAt)}`}
            </span>
          )}
        </p>
      </div>
      <p className="org-quiet">
        <span>
          {tracks.length === 0
            ? "Every track"
            : tracks.map(awardTitle).join(", ")}
        </span>
        <span>
          {conflicts.length > 0 &&
            ` · not ${conflicts.map(({ teamName }) => teamName).join(", ")}`}
        </span>
      </p>
      <details>
        <summary>{`Tracks and conflicts of ${name}`}</summary>
        <div className="stack gap-3 min-w-0">
          <fieldset className="org-tracks grid gap-2 gap-x">
            <legend>Only projects of these tracks; none: every project</legend>
            {TRACKS.map((track) => (
              <Checkbox
                key={track}
                label={awardTitle(track)}
                checked={tracks.includes(track)}
                onChange={(event) => {
                  const rest = tracks.filter((other) => other !== track);
                  const wanted = event.target.checked ? [...rest, track] : rest;
                  void run(() =>
                    setTracks({ judgeId, tracks: wanted, seen: tracks }),
                  );
                }}
              />
            ))}
          </fieldset>
          {conflicts.length > 0 && (
            <ul
              className="stack gap-3 min-w-0"
              aria-label={`Conflicts of ${name}`}
            >
              {conflicts.map((conflict) => (
                <li key={conflict.teamId} className="ends">
                  <span>
                    Does not judge <strong>{conflict.teamName}</strong>
                  </span>
                  {isOpen && (
                    <Button
                      aria-label={`${name} may judge ${conflict.teamName}`}
                      onClick={() =>
                        void run(async () => {
                          const args = { judgeId, teamId: conflict.teamId };
                          await removeConflict(args);
                          offer(
                            `${name} may judge ${conflict.teamName} again.`,
                            () => addConflict(args),
                            conflict.teamId,
                          );
                        })
                      }
                    >
                      May judge
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {isOpen && !conflicts.some((it) => it.teamId === allowed) && note}
          {isOpen && open.length > 0 && (
            <div className="row gap-3 gap-x items-end org-appoint">
              <SelectField
                label="Must not judge"
                none="Choose a team"
                name="conflict"
                options={open.map((project) => [
                  project.teamId,
                  `${project.teamName} (${project.name})`,
                ])}
                value={teamId}
                onChange={setTeamId}
              />
              <AskingButton
                label="Note the conflict"
                button={{ isDisabled: chosen === undefined }}
                title={`${name} must not judge ${chosen?.teamName}?`}
                text={`${name} has scored ${chosen?.name}. These marks are deleted, and another judge gets the project.`}
                confirm="Delete the marks"
                failure={FAILURE}
                isHarmless={!losesMarks}
                onConfirm={async () => {
                  if (chosen === undefined) return;
                  const { teamId } = chosen;
                  await addConflict({ judgeId, teamId, losesMarks });
                }}
              />
            </div>
          )}
        </div>
      </details>
    </>
  );
}
