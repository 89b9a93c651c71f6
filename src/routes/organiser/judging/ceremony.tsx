import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "#convex/_generated/api";
import {
  sentenceSchema,
  type Remote,
  type ShownAward,
} from "#convex/shared/ceremony";
import type { Awarded, JudgingProgress } from "#convex/shared/judging";
import { awardTitle } from "../../../content/award-words";
import { useAction } from "../../../lib/use-action";
import { useKeptForm } from "../../../lib/use-kept-draft";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";
import { useOrganiserQuery } from "../frame/live";
import { Asked } from "./ending";

/** After each step the remote takes no press for this long: a second tap, or a second organiser's, was meant for the step before. */
const REST_MS = 700;

/** The ways to begin a ceremony, where there is none; a rehearsal needs no results. */
export function BeginCeremony({
  progress: { closedAt, publishedAt },
}: {
  progress: JudgingProgress;
}) {
  if (publishedAt !== null) return null;
  return (
    <div className="row gap-3 items-center org-actions">
      {closedAt !== null && <Stage />}
      <Rehearse />
      <span className="soft">
        A ceremony reveals them on the hall’s screens one by one, before anybody
        else is sent anything.
      </span>
    </div>
  );
}

/** The ceremony under way: the remote, and what is staged. It comes first on the page. */
export function Ceremony({
  ceremony,
  progress,
}: {
  ceremony: Remote;
  progress: JudgingProgress;
}) {
  const { isRehearsal, step, awards } = ceremony;
  const isPublished = progress.publishedAt !== null;
  const isStaged = !isRehearsal && !isPublished;
  return (
    <section className="stack gap-5" aria-labelledby="ceremony">
      <h2 id="ceremony">{isRehearsal ? "Rehearsal" : "Ceremony"}</h2>
      <Keys key={ceremony._id} ceremony={ceremony} />
      {isStaged && step > awards.length && (
        <Asked step="publish" progress={progress} isMain />
      )}
      {isStaged && step === 0 && (
        <>
          <Changed staged={awards} />
          <div className="row gap-3 org-actions">
            <Stage isAgain />
            <Rehearse />
          </div>
        </>
      )}
      <ol className="stack gap-3 org-lines">
        {awards.map((award, index) => (
          <li key={award.award} className="stack gap-2">
            <p>
              <span className="label quiet">{awardTitle(award.award)}</span>
              <br />
              <strong>{namesOf(award)}</strong>{" "}
              {index < step - 1 && <span className="org-quiet">revealed</span>}
            </p>
            {isStaged && step === 0 ? (
              <Sentence award={award} />
            ) : (
              award.sentence !== "" && <p className="soft">{award.sentence}</p>
            )}
          </li>
        ))}
      </ol>
      <End ceremony={ceremony} isPublished={isPublished} />
    </section>
  );
}

const namesOf = ({ winners }: ShownAward) =>
  winners.map(({ projectName }) => projectName).join(" · ");

/** Big keys at the thumb: on, back, and an empty stage. */
function Keys({
  ceremony: { _id: id, awards, step, isBlank },
}: {
  ceremony: Remote;
}) {
  const move = useMutation(api.ceremony.move);
  const setBlank = useMutation(api.ceremony.setBlank);
  const { run } = useAction("Failed to change the stage");
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    changedAt.current = performance.now();
  }, [step]);

  function press(isBack: boolean) {
    if (performance.now() - changedAt.current < REST_MS) return;
    void run(() => move({ id, from: step, isBack }));
  }

  const shown = awards[step - 2];
  const next = awards[step - 1];
  return (
    <section className="plate grid gap-3 org-remote" aria-label="Remote">
      <p aria-live="polite">
        {isBlank
          ? "The stage is blank."
          : step === 0
            ? "The stage is not open: nobody sees anything yet."
            : shown
              ? `On stage: ${awardTitle(shown.award)}, ${namesOf(shown)}`
              : "The stage is open, and empty."}
      </p>
      <div className="grid gap-3 halves org-remote-keys">
        <Button
          size="large"
          isDisabled={step === 0}
          onClick={() => press(true)}
        >
          Back
        </Button>
        <Button
          size="large"
          aria-pressed={isBlank}
          onClick={() => void run(() => setBlank({ id, isBlank: !isBlank }))}
        >
          {isBlank ? "Show again" : "Blank"}
        </Button>
        <Button
          size="large"
          tone="signal"
          isWide
          isDisabled={step > awards.length}
          onClick={() => press(false)}
        >
          {step === 0
            ? "Open the stage"
            : next
              ? `Reveal ${awardTitle(next.award)}: ${namesOf(next)}`
              : "Everything is revealed"}
        </Button>
      </div>
    </section>
  );
}

/** Says so if the results are no longer those that are staged. */
function Changed({ staged }: { staged: readonly ShownAward[] }) {
  const live = useOrganiserQuery(api.judging.results, {});
  if (live.status !== "success" || isSame(staged, live.data.awards))
    return null;
  return (
    <p className="hot-text" aria-live="polite">
      The results have changed since. Stage them again to take them over;
      sentences stay with the winners that are the same.
    </p>
  );
}

/** Whether the winners are the same, by name. */
function isSame(
  staged: readonly ShownAward[],
  computed: readonly Awarded[],
): boolean {
  const before = staged.flatMap(({ award, winners }) =>
    winners.map(({ projectName }) => `${award} ${projectName}`),
  );
  const now = computed.map((it) => `${it.award} ${it.projectName}`);
  return now.length === before.length && now.every((it) => before.includes(it));
}

function Sentence({ award: { award, sentence } }: { award: ShownAward }) {
  const describe = useMutation(api.ceremony.describe);
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: `sentence for ${award}`,
    schema: sentenceSchema,
    failure: "Failed to save the sentence",
    onSubmit: async (typed) => {
      await describe({ award, ...typed });
    },
    isOfStored: true,
  });
  return (
    <form {...formProps} className="row gap-3 items-end org-appoint">
      <TextField
        label={`Sentence for ${awardTitle(award)}`}
        isOptional
        {...field("sentence")}
        defaultValue={sentence}
      />
      <Button type="submit" isPending={isPending}>
        Save
      </Button>
      <FormNotice>{notice}</FormNotice>
    </form>
  );
}

function Stage({ isAgain = false }: { isAgain?: boolean }) {
  const stage = useMutation(api.ceremony.stage);
  const { run, isPending } = useAction("Failed to stage the results");
  return (
    <Button isPending={isPending} onClick={() => void run(() => stage({}))}>
      {isAgain ? "Stage again" : "Stage the results"}
    </Button>
  );
}

function Rehearse() {
  const rehearse = useMutation(api.ceremony.rehearse);
  const { run, isPending } = useAction("Failed to begin the rehearsal");
  return (
    <Button isPending={isPending} onClick={() => void run(() => rehearse({}))}>
      Rehearse with invented names
    </Button>
  );
}

function End({
  ceremony: { _id: id, isRehearsal },
  isPublished,
}: {
  ceremony: Remote;
  isPublished: boolean;
}) {
  const end = useMutation(api.ceremony.end);
  const words = isRehearsal
    ? {
        title: "End the rehearsal?",
        text: "The stage is empty afterwards. What is staged stays.",
        confirm: "End the rehearsal",
      }
    : isPublished
      ? {
          title: "Clear the stage?",
          text: "The hall’s screens show no results afterwards. Everything that is published stays.",
          confirm: "Clear the stage",
        }
      : {
          title: "Take back what is staged?",
          text: "The stage is empty afterwards, and the sentences are gone. The results stay as they are computed, for organisers alone.",
          confirm: "Take it back",
        };
  return (
    <div>
      <AskingButton
        {...words}
        label={words.confirm}
        failure="Failed to end the ceremony"
        onConfirm={() => end({ id })}
      />
    </div>
  );
}
