import { useMutation } from "convex/react";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "#convex/_generated/api";
import type { JudgingProgress } from "#convex/shared/judging";
import { TRACKS } from "#convex/shared/projects";
import { awardTitle } from "../../../content/award-words";
import { clearLater } from "../../../lib/clear-later";
import { formatMoment } from "../../../lib/format-date";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/use-action";
import { useForm } from "../../../lib/use-form";
import { Button } from "../../../ui/button";
import { Confirmation } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { SelectField } from "../../../ui/select-field";
import { Checkbox, TextField } from "../../../ui/text-field";
import { TitledPanel } from "../frame/titled-panel";

type Judge = JudgingProgress["judges"][number];
type Helper = { _id: Judge["_id"]; name: string; email: string };

/** Who judges and who mentors: appointing, tracks, conflicts, dismissing. */
export function Judges({ progress }: { progress: JudgingProgress }) {
  const [leaving, setLeaving] = useState<Helper>();
  const [isAsking, setIsAsking] = useState(false);
  const dismiss = useMutation(api.organiser.dismiss);
  const { judges, mentors, projects, closedAt } = progress;
  const ask = (helper: Helper) => {
    setLeaving(helper);
    setIsAsking(true);
  };
  return (
    <TitledPanel
      title="Judges and mentors"
      lead="They need an account with a confirmed address, and are in no team. Judges see their own projects on a page of their own, and nothing else."
    >
      <AppointForm />
      {judges.length === 0 ? (
        <p className="org-empty">No judge has been appointed yet.</p>
      ) : (
        <ul className="stack gap-3 org-judges" aria-label="Judges">
          {judges.map((judge) => (
            <li key={judge._id}>
              <JudgeEntry
                judge={judge}
                projects={projects}
                isOpen={closedAt === null}
                onDismiss={() => ask(judge)}
              />
            </li>
          ))}
        </ul>
      )}
      {mentors.length > 0 && (
        <ul className="stack gap-3 org-judges" aria-label="Mentors">
          {mentors.map((mentor) => (
            <li
              key={mentor._id}
              className="row gap-2 gap-x-4 items-center justify-between"
            >
              <p>
                <strong>{mentor.name}</strong>{" "}
                <span className="org-tag">Mentor</span>
                <span className="org-quiet"> {mentor.email}</span>
              </p>
              <Button
                aria-label={`Dismiss ${mentor.name}`}
                onClick={() => ask(mentor)}
              >
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      )}
      {leaving && (
        <Confirmation
          isOpen={isAsking}
          title={`Dismiss ${leaving.name}?`}
          text={`${leaving.name} becomes a participant at once. What a judge has scored still counts; the other projects go to other judges.`}
          confirm="Dismiss"
          failure="Failed to dismiss them"
          onClose={() => setIsAsking(false)}
          onConfirm={() => dismiss({ userId: leaving._id })}
        />
      )}
    </TitledPanel>
  );
}

const typedSchema = z.object({
  email: z
    .string()
    .check(
      z.refine((typed) => typed.includes("@"), { error: "Enter an address." }),
    ),
});

function AppointForm() {
  const appoint = useMutation(api.organiser.appoint);
  const [role, setRole] = useState<"judge" | "mentor">("judge");
  const { formProps, errors, notice, isPending } = useForm({
    schema: typedSchema,
    failure: "Failed to appoint them",
    fieldOf: {
      user_not_found: "email",
      email_not_proven: "email",
      already_organiser: "email",
      helper_in_team: "email",
    },
    onSubmit: async ({ email }, form) => {
      const clear = clearLater(form);
      const { name } = await appoint({ email, role });
      clear();
      notify.success(`${name} is a ${role} now`);
    },
  });
  return (
    <form
      {...formProps}
      className="row gap-3 gap-x items-end org-appoint"
      aria-label="Appoint"
    >
      <TextField
        label="Address of their account"
        name="email"
        type="email"
        autoComplete="off"
        error={errors.email}
      />
      <SelectField
        label="As"
        none="Judge"
        name="role"
        options={[{ value: "mentor", label: "Mentor" }]}
        value={role === "judge" ? "" : role}
        onChange={(value) => setRole(value === "mentor" ? "mentor" : "judge")}
      />
      <Button type="submit" tone="signal" isPending={isPending}>
        Appoint
      </Button>
      <FormNotice>{notice}</FormNotice>
    </form>
  );
}

function JudgeEntry({
  judge,
  projects,
  isOpen,
  onDismiss,
}: {
  judge: Judge;
  projects: JudgingProgress["projects"];
  isOpen: boolean;
  onDismiss: () => void;
}) {
  const { _id: judgeId, name, email, tracks, conflicts } = judge;
  const setTracks = useMutation(api.judging.setTracks);
  const addConflict = useMutation(api.judging.addConflict);
  const removeConflict = useMutation(api.judging.removeConflict);
  const { run } = useAction("Failed to change the judge");
  const [teamId, setTeamId] = useState("");
  const open = projects.filter(
    (project) => !conflicts.some((it) => it.teamId === project.teamId),
  );
  const chosen = open.find((project) => project.teamId === teamId);
  return (
    <>
      <div className="row gap-2 gap-x-4 items-center justify-between">
        <p>
          <strong>{name}</strong> <span className="org-quiet">{email}</span>
        </p>
        <p className="org-judge-count">
          {judge.scored} of {judge.total} scored
          {judge.lastScoredAt !== null && (
            <span className="org-quiet">
              {" "}
              · last {formatMoment(judge.lastScoredAt)}
            </span>
          )}
        </p>
      </div>
      <p className="org-quiet">
        {tracks.length === 0
          ? "Every track"
          : tracks.map(awardTitle).join(", ")}
        {conflicts.length > 0 &&
          ` · not ${conflicts.map(({ teamName }) => teamName).join(", ")}`}
      </p>
      <details>
        <summary>Tracks and conflicts of {name}</summary>
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
                  void run(() => setTracks({ judgeId, tracks: wanted }));
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
                <li
                  key={conflict.teamId}
                  className="row gap-2 gap-x-4 items-center justify-between"
                >
                  <span>
                    Does not judge <strong>{conflict.teamName}</strong>
                  </span>
                  {isOpen && (
                    <Button
                      aria-label={`${name} may judge ${conflict.teamName}`}
                      onClick={() =>
                        void run(() =>
                          removeConflict({ judgeId, teamId: conflict.teamId }),
                        )
                      }
                    >
                      May judge
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
          {isOpen && open.length > 0 && (
            <div className="row gap-3 gap-x items-end org-appoint">
              <SelectField
                label="Must not judge"
                none="Choose a team"
                name="conflict"
                options={open.map((project) => ({
                  value: project.teamId,
                  label: `${project.teamName} (${project.name})`,
                }))}
                value={teamId}
                onChange={setTeamId}
              />
              <Button
                isDisabled={chosen === undefined}
                onClick={() =>
                  void run(async () => {
                    if (chosen)
                      await addConflict({ judgeId, teamId: chosen.teamId });
                  })
                }
              >
                Note the conflict
              </Button>
            </div>
          )}
          <div className="row gap-3 org-actions">
            <Button aria-label={`Dismiss ${name}`} onClick={onDismiss}>
              Dismiss
            </Button>
          </div>
        </div>
      </details>
    </>
  );
}
