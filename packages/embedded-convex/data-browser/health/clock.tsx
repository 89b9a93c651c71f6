import { type FormEvent, useState } from "react";
import { CLOCK_PATH } from "../../src/admin/admin-api";
import { adminRequest } from "../requests/use-polled";
import { useSession } from "../session/session-store";
import { Moment } from "../time/moment";
import { Button } from "../ui/button";
import { classNames } from "../ui/class-names";
import { SelectField } from "../ui/field";
import { Notice } from "../ui/notice";
import styles from "./backup.module.css";

const STEPS = [
  ["60000", "1 minute"],
  ["600000", "10 minutes"],
  ["3600000", "1 hour"],
  ["86400000", "1 day"],
  ["604800000", "1 week"],
] as const;

type Step = (typeof STEPS)[number][0];

/** The time of a development server, and how to put it forward. */
export function Clock({ nowMs }: { nowMs: number }) {
  const { key } = useSession();
  const [step, setStep] = useState<Step>("3600000");
  const [state, setState] = useState<"idle" | "running" | Error>("idle");
  const advance = (event: FormEvent) => {
    event.preventDefault();
    setState("running");
    const { signal } = new AbortController();
    const body = { byMs: Number(step) };
    adminRequest(CLOCK_PATH, { key, signal, body }).then(
      () => setState("idle"),
      (error: Error) => setState(error),
    );
  };
  return (
    <section className={styles.backup} aria-labelledby="clock">
      <h2 id="clock">Clock</h2>
      <p>
        The deployment's clock says <Moment timeMs={nowMs} />. What falls due in
        the time that it skips runs in order. After a restart it is right again.
      </p>
      {state instanceof Error && <Notice>{state.message}</Notice>}
      <form className={classNames("row", styles.clock)} onSubmit={advance}>
        <SelectField
          label="Put it forward by"
          options={STEPS}
          value={step}
          onValue={setStep}
        />
        <Button type="submit" isBusy={state === "running"}>
          {state === "running" ? "Running what is due…" : "Put forward"}
        </Button>
      </form>
    </section>
  );
}
