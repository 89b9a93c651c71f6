import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
import { Panel } from "../../../ui/panel";
import { WaitingNote } from "../../../ui/waiting-note";
import { Confirmation } from "../../../ui/confirmation";
import { useAction } from "../../../lib/use-action";
import type { SwitchWords } from "./switches";

const FAILURE = "Failed to change the setting";

/** A setting. Switching it off asks first if that closes something. */
export function Switch({
  words: { key, title, on, off, question },
  isOn,
}: {
  words: SwitchWords;
  isOn: boolean;
}) {
  const id = useId();
  const change = useMutation(api.settings.change);
  const { run, isPending } = useAction(FAILURE);
  const [isAsking, setIsAsking] = useState(false);
  const state = isOn ? on : off;
  const set = (isWanted: boolean) => change({ [key]: isWanted });

  function press() {
    if (isPending) return;
    if (isOn && question) setIsAsking(true);
    else void run(() => set(!isOn));
  }

  return (
    <Panel isSignal={isOn} aria-labelledby={id}>
      <div className="stack gap-5 org-panel">
        <div className="row gap-3 gap-x-5 items-center justify-between">
          <h2 id={id}>{title}</h2>
          <button
            type="button"
            role="switch"
            className="org-switch gap-3 items-center"
            aria-checked={isOn}
            aria-labelledby={id}
            aria-describedby={`${id}-state`}
            aria-disabled={isPending || undefined}
            onClick={press}
          >
            <span className="org-switch-track">
              <span className="org-switch-knob" />
            </span>
            <span aria-hidden="true">{state.label}</span>
          </button>
        </div>
        {isPending && <WaitingNote />}
        <p id={`${id}-state`}>{state.text}</p>
        <p className="org-quiet">
          <strong>
            If {isOn ? off.label.toLowerCase() : on.label.toLowerCase()}:
          </strong>{" "}
          {(isOn ? off : on).text}
        </p>
      </div>
      {question && (
        <Confirmation
          isOpen={isAsking}
          title={question.title}
          text={off.text}
          confirm={question.confirm}
          failure={FAILURE}
          onClose={() => setIsAsking(false)}
          onConfirm={() => set(false)}
        />
      )}
    </Panel>
  );
}
