import { useMutation } from "convex/react";
import { useEffect, useRef } from "react";
import { api } from "#convex/_generated/api";
import {
  describedIn,
  REST_AFTER_OTHERS_MS,
  sentenceSchema,
  type Remote,
  type ShownAward,
} from "#convex/judging/shared/ceremony";
import { linesOf, type JudgingProgress } from "#convex/judging/shared/judging";
import { counted } from "#convex/platform/shared/text";
import { awardTitle } from "../../../content/award-words";
import { dataOf } from "../../../lib/connection/use-live";
import { useAction } from "../../../lib/forms/use-action";
import { useIsNew } from "../../../lib/time/use-lasting";
import { useKeptForm } from "../../../lib/forms/use-kept-draft";
import { Button } from "../../../ui/button";
import { AskingButton } from "../../../ui/confirmation";
import { FormNotice } from "../../../ui/form-notice";
import { TextField } from "../../../ui/text-field";
import { useOrganiserQuery } from "../frame/live";
import { Publish } from "./ending";

/** After each step the remote takes no press for this long: a second tap was meant for the step before. */
const REST_MS = 700;

/** Which remote this page is. */
const PAGE = Math.random().toString(36);

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
        <Publish progress={progress} awards={winnersIn(awards)} />
      )}
      {isStaged && step === 0 && (
        <div className="row gap-3 org-actions">
          <Stage staged={awards} />
          <Rehearse />
        </div>
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
  winners.map(({ projectName }) => projectName).join(" · ") || "nobody";

/** What is staged, as it is published. */
export const winnersIn = (awards: readonly ShownAward[]) =>
  awards.flatMap(({ award, winners }) =>
    winners.map(({ projectName }) => ({ award, projectName })),
  );

/** Big keys at the thumb: on, back, and an empty stage. */
function Keys({ ceremony }: { ceremony: Remote }) {
  const { _id: id, awards, step, isBlank, last } = ceremony;
  const move = useMutation(api.ceremony.move);
  const setBlank = useMutation(api.ceremony.setBlank);
  const { run } = useAction("Failed to change the stage");
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    changedAt.current = performance.now();
  }, [step, isBlank]);
  const isNew = useIsNew(last?.at, REST_AFTER_OTHERS_MS);
  /** The step that somebody else has just made; the keys rest after it. */
  const others = isNew && last?.page !== PAGE ? last : null;

  function press(action: () => Promise<unknown>) {
    if (performance.now() - changedAt.current >= REST_MS) void run(action);
  }
  const go = (isBack: boolean) =>
    press(() => move({ id, from: step, isBack, page: PAGE }));
  const cover = () => setBlank({ id, isBlank: !isBlank, page: PAGE });

  const shown = awards[step - 2];
  const next = awards[step - 1];
  return (
    <section className="plate grid gap-3 org-remote" aria-label="Remote">
      <p aria-live="polite">
        <span>
          {isBlank
            ? "The stage is blank."
            : step === 0
              ? "The stage is not open: nobody sees anything yet."
              : shown
                ? `On stage: ${awardTitle(shown.award)}, ${namesOf(shown)}`
                : "Stage open. Nothing revealed yet."}
        </span>
        {others && <strong>{` ${others.by} has just ${others.did}.`}</strong>}
      </p>
      <div className="grid gap-3 halves org-remote-keys">
        <Button
          size="large"
          isDisabled={step === 0 || others !== null}
          onClick={() => go(true)}
        >
          Back
        </Button>
        <Button
          size="large"
          aria-pressed={isBlank}
          // Nobody has to wait to empty the stage.
          isDisabled={isBlank && others !== null}
          onClick={() => (isBlank ? press(cover) : void run(cover))}
        >
          {isBlank ? "Show again" : "Blank"}
        </Button>
        <Button
          size="large"
          tone="signal"
          isWide
          isDisabled={step > awards.length || others !== null}
          onClick={() => go(false)}
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

function Sentence({ award: shown }: { award: ShownAward }) {
  const { award, sentence } = shown;
  const describe = useMutation(api.ceremony.describe);
  const { formProps, field, notice, isPending } = useKeptForm({
    keptAs: `sentence for ${award}`,
    schema: sentenceSchema,
    failure: "Failed to save the sentence",
    shows: describedIn(shown),
    onSubmit: async (typed, _form, seen) => {
      await describe({ award, ...typed, seen: seen("sentence") });
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

/** Stages what is computed; asks first if sentences go with winners that are others now. */
function Stage({ staged = [] }: { staged?: readonly ShownAward[] }) {
  const stage = useMutation(api.ceremony.stage);
  const computed = dataOf(useOrganiserQuery(api.judging.results, {}));
  if (computed === undefined) return null;
  const linesIn = (award: string) =>
    linesOf(computed.awards.filter((it) => it.award === award)).join();
  const seen = linesOf(computed.awards);
  const losing = staged.filter(
    (it) =>
      it.sentence !== "" &&
      linesIn(it.award) !== linesOf(winnersIn([it])).join(),
  ).length;
  const isAgain = staged.length > 0;
  return (
    <>
      {isAgain && linesOf(winnersIn(staged)).join() !== seen.join() && (
        <p className="hot-text" aria-live="polite">
          The results have changed since. Stage them again to take them over;
          sentences stay with the winners that are the same.
        </p>
      )}
      <AskingButton
        label={isAgain ? "Stage again" : "Stage the results"}
        title="Stage again?"
        text={`${counted(losing, "sentence")} will be lost: the winners are others now.`}
        confirm="Stage again"
        failure="Failed to stage the results"
        isHarmless={losing === 0}
        onConfirm={() => stage({ seen, losing })}
      />
    </>
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
  ceremony: { _id: id, isRehearsal, step, awards },
  isPublished,
}: {
  ceremony: Remote;
  isPublished: boolean;
}) {
  const end = useMutation(api.ceremony.end);
  const shown = `${Math.max(0, step - 1)} of ${counted(awards.length, "award")} are revealed in the hall now. `;
  const sentences = awards.filter(({ sentence }) => sentence !== "").length;
  const words = isRehearsal
    ? {
        title: "End the rehearsal?",
        text: `${shown}The stage is empty afterwards. What is staged stays.`,
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
          text: `${shown}The stage is empty afterwards, and ${counted(sentences, "sentence")} will be lost. The results stay as they are computed, for organisers alone.`,
          confirm: "Take it back",
        };
  return (
    <div>
      <AskingButton
        {...words}
        label={words.confirm}
        failure="Failed to end the ceremony"
        onConfirm={() => end({ id, from: step })}
      />
    </div>
  );
}
