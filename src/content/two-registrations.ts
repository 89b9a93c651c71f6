/** The two registrations, told apart: an account here is not a place at the event. */
export const twoRegistrations = {
  hero: "It takes two steps: register your place, then make your account here.",
  register:
    "Your place at the event is registered on our registration page; your dashboard takes you there.",
  dashboard:
    "Your account is made. Your place at the event is registered on our registration page.",
  done: "I have done this",
} as const;
