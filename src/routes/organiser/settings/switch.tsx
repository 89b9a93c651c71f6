import { useMutation } from "convex/react";
import { useId, useState } from "react";
import { api } from "#convex/_generated/api";
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
    <li className="ends">
      <p>
        <strong id={id}>{title}</strong>{" "}
        <span id={`${id}-state`}>{state.text}</span>
      </p>
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
      {isPending && <WaitingNote />}
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
    </li>
  );
}
