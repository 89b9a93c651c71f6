import { type SubmitEvent, useState } from "react";
import { useComponent } from "../navigation/use-component";
import { Button } from "../ui/button";
import { type ActingDraft, readActing } from "./acting-as";
import { ActingForm } from "./acting-form";
import { emptyDraft, readArguments, readStoredDraft } from "./argument-draft";
import { type ArgumentErrors, ArgumentForm } from "./argument-form";
import type { ListedFunction } from "./listed-functions";
import styles from "./functions.module.css";
import { RunResult, RunStatus } from "./run-result";
import { useRun } from "./use-run";
import { useStoredState } from "./use-stored-state";

const NOBODY: ActingDraft = {
  isUser: false,
  subject: "",
  issuer: location.origin,
};

/** The form that runs a function, with its result. */
export function FunctionRunner({ fn }: { fn: ListedFunction }) {
  const { componentId } = useComponent();
  const [draft, setDraft] = useStoredState(
    `data-browser.arguments:${componentId ?? ""}:${fn.id}`,
    emptyDraft(fn),
    readStoredDraft,
  );
  const [acting, setActing] = useStoredState(
    "data-browser.acting",
    NOBODY,
    readStoredActing,
  );
  const [errors, setErrors] = useState<ArgumentErrors>(new Map());
  const [actingError, setActingError] = useState<string>();
  const { state, start, stop } = useRun();
  const isQuery = fn.kind === "Query";

  const run = () => {
    const read = readArguments(fn, draft);
    const who = readActing(acting);
    setErrors(
      new Map(read.ok ? [] : read.errors.map((one) => [one.field, one.error])),
    );
    setActingError(who.ok ? undefined : who.error);
    if (!read.ok || !who.ok) return;
    const { args } = read;
    const { actingAs } = who;
    start({ path: fn.id, args, componentId, actingAs }, isQuery);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    run();
  };
  return (
    <div className={styles.runner}>
      <form className={styles.form} onSubmit={onSubmit} noValidate>
        <ArgumentForm
          fn={fn}
          draft={draft}
          errors={errors}
          onChange={setDraft}
        />
        <ActingForm draft={acting} error={actingError} onChange={setActing} />
        <div className={styles.buttons}>
          <Button
            type="submit"
            tone="signal"
            isBusy={state.isRunning && !isQuery}
          >
            Run {fn.kind.toLowerCase()}
          </Button>
          {state.isLive && <Button onClick={stop}>Stop following</Button>}
          <RunStatus state={state} />
        </div>
      </form>
      <div className={styles.result}>
        <RunResult state={state} />
      </div>
    </div>
  );
}

function readStoredActing(stored: unknown): ActingDraft | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { isUser, subject, issuer } = stored as Partial<ActingDraft>;
  const isDraft =
    typeof isUser === "boolean" &&
    typeof subject === "string" &&
    typeof issuer === "string";
  return isDraft ? { isUser, subject, issuer } : null;
}
