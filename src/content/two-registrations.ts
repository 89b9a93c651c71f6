/** The two registrations, told apart: an account here is not a place at the event. */
export const twoRegistrations = {
  dashboard: "Your place at the event is registered on our registration page.",
  dashboardHidden: "How to register your place at the event will be announced.",
  dashboardClosed:
    "Registration for the event is closed. If you have no place yet, the organisers can help.",
  done: "I have done this",
  missing: (email: string, day: string) =>
    `The organisers’ list of ${day} does not have ${email} yet.`,
  confirmed: "Place confirmed: the registration page has your address.",
} as const;
