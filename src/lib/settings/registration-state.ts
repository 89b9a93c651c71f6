import type { Phase } from "#convex/settings/shared";

/**
 * What replaces a call to register: nothing (the call is shown), a sentence without a link, or the text of the event's
 * phase.
 */
export type RegistrationState = "shown" | "hidden" | Exclude<Phase, "open">;

/** A later phase takes precedence over a hidden link. */
export function registrationStateOf({
  phase,
  registrationLinkShown,
}: {
  phase: Phase;
  registrationLinkShown: boolean;
}): RegistrationState {
  if (phase !== "open") return phase;
  return registrationLinkShown ? "shown" : "hidden";
}
