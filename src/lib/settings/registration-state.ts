import type { Phase } from "#convex/shared/validators";

/** What stands where a call to register stands: the call, nothing to press, or what the event's phase says. */
export type RegistrationState = "shown" | "hidden" | Exclude<Phase, "open">;

/** A phase beyond the registration says more than a hidden link. */
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
