import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "#convex/_generated/api";
import type {
  Awarded,
  Correction,
  ProjectResult,
} from "#convex/judging/shared/judging";
import { awardTitle } from "../../../content/award-words";
import { Corrected } from "../../../features/results/corrected";
import { useFocusKept } from "../../../lib/focus/use-focus-kept";
import { Button } from "../../../ui/button";
import { AskingButton, Confirmation } from "../../../ui/confirmation";
import { SelectField } from "../../../ui/select-field";
import { TextField } from "../../../ui/text-field";

type Ids = readonly Awarded["projectId"][];

/** Gives a published award to other projects, or to nobody, and takes that back. */
export function CorrectAward({
  award,
  awards,
  correction,
  rows,
  everyone,
}: {
  award: string;
  awards: readonly Awarded[];
  /** The last one of this award. */
  correction: Correction | undefined;
  rows: readonly ProjectResult[];
  /** Who sees it, and where. */
  everyone: string;
}) {
  const correct = useMutation(api.judging.correct);
  const putBack = useMutation(api.judging.putBack);
  /** Who had it when the question was asked: that is what is corrected. */
  const [seen, setSeen] = useState<Ids>();
  /** Kept with the reason while the question is closed: half of them would say something else. */
  const [chosen, setChosen] = useState<readonly string[]>();
  const [reason, setReason] = useState("");
  const title = awardTitle(award);
  const names = new Map([
    ...rows.map((it) => [it._id, `${it.name} (${it.teamName})`] as const),
    // Also of projects that are gone.
    ...awards.map(
      (it) => [it.projectId, `${it.projectName} (${it.teamName})`] as const,
    ),
  ]);
  const before = seen ?? [];
  const wanted: readonly string[] = chosen ?? before;
  const given = [...names.keys()].filter((id) => wanted.includes(id));
  const gain = given.filter((id) => !before.includes(id));
  const consequences = [
    ...before
      .filter((id) => !given.includes(id))
      .map((id) => `${names.get(id)} will lose it.`),
    ...gain.map((id) => `${names.get(id)} will get it.`),
    ...awards
      .filter(({ projectId }) => gain.includes(projectId))
      .map((it) => `${it.projectName} has ${awardTitle(it.award)}, too.`),
    `At once everyone sees it as corrected, with your reason, ${everyone}.`,
  ];

  function ask() {
    const own = awards.filter((it) => it.award === award);
    setSeen(own.map(({ projectId }) => projectId));
  }

  return (
    <dd className="row gap-2" ref={useFocusKept()} tabIndex={-1}>
      <Corrected award={award} corrections={correction && [correction]} />
      <Button aria-label={`Correct ${title}`} onClick={ask}>
        Correct
      </Button>
      {correction && (
        <AskingButton
          label="Put back"
          button={{ "aria-label": `Put ${title} back` }}
          title={`Put ${title} back?`}
          text={`At once everyone sees who had it before this correction, ${everyone}, and no longer reads “${correction.reason}”.`}
          confirm="Put it back for everyone"
          failure="Failed to put the award back"
          onConfirm={() => putBack({ award, at: correction.at })}
        />
      )}
      <Confirmation
        isOpen={seen !== undefined}
        title={`Correct ${title}`}
        text={consequences.join(" ")}
        confirm="Correct for everyone"
        failure="Failed to correct the award"
        onClose={() => setSeen(undefined)}
        onConfirm={async () => {
          const winners = { projectIds: given, seen: [...before] };
          await correct({ award, reason, ...winners });
          setReason("");
          setChosen(undefined);
        }}
      >
        {Array.from({ length: Math.max(2, before.length) }, (_, nth) => (
          <SelectField
            key={nth}
            label={nth === 0 ? "Given to" : "Shared with"}
            none="Nobody"
            options={[...names]}
            value={wanted[nth] ?? ""}
            onChange={(id) => {
              const next = [...wanted];
              next[nth] = id;
              setChosen(next);
            }}
          />
        ))}
        <TextField
          label="Reason, which everyone reads"
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Confirmation>
    </dd>
  );
}
