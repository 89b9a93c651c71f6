import type { RegistrationState } from "../lib/settings/registration-state";

/** A text for each state of the registration; style sheets show the current one. */
export function ByPhase({
  words,
}: {
  words: Readonly<Partial<Record<RegistrationState, string>>>;
}) {
  return Object.entries(words).map(([state, text]) => (
    <span key={state} data-when={state}>
      {text}
    </span>
  ));
}
