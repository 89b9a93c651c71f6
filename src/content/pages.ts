/** Every page of the site: its address and its title. `page-descriptions.ts` describes them. */
import { event } from "./event";
import type { Page, SitePage } from "./schemas";

const landing = { title: event.edition } as const satisfies Page;

export const pages = {
  landing: { path: "/", ...landing },
  home: { path: "/home", ...landing },
  about: { path: "/about", title: "About" },
  contact: { path: "/contact", title: "Contact" },
  faq: { path: "/faq", title: "Questions and answers" },
  login: { path: "/login", title: "Login" },
  register: { path: "/register", title: "Register" },
  google: {
    path: "/google",
    title: "Continue with Google",
    // A small popup; see `google-popup.ts`.
    isAlone: true,
  },
  resetPassword: { path: "/reset-password", title: "Choose a new password" },
  appointment: { path: "/appointment", title: "Your invitation" },
  bufferLogin: { path: "/buffer-login", title: "Signing you in" },
  bufferRegister: {
    path: "/buffer-register",
    title: "Setting up your account",
  },
  join: { path: "/join", title: "You are invited" },
  dashboard: { path: "/dashboard", title: "Dashboard" },
  team: { path: "/team", title: "Team" },
  project: { path: "/project", title: "Project" },
  find: { path: "/find", title: "Find a team" },
  help: { path: "/help", title: "Help" },
  projects: { path: "/projects", title: "Projects" },
  schedule: { path: "/schedule", title: "Schedule" },
  pass: { path: "/pass", title: "Your pass" },
  arena: { path: "/arena", title: "Arena", isAlone: true },
  account: { path: "/account", title: "Account" },
  // Prerendered for everyone, so it reveals nothing; the area sets its own titles once the role is known.
  organiser: { path: "/organiser", ...landing },
  // The same, for the same reason.
  checkIn: { path: "/organiser/check-in", ...landing, isAlone: true },
  judge: { path: "/judge", ...landing },
  privacyPolicy: { path: "/privacy-policy", title: "Privacy policy" },
  privacyPolicyHindi: { path: "/privacy-policy/hindi", title: "गोपनीयता नीति" },
  termsOfService: { path: "/terms-of-service", title: "Terms of service" },
  codeOfConduct: { path: "/code-of-conduct", title: "Code of conduct" },
  judging: { path: "/resources/judging", title: "How judging works" },
  starterKits: { path: "/resources/starter-kits", title: "Starter kits" },
  submissionGuide: {
    path: "/resources/submission-guide",
    title: "Submission guide",
  },
} as const satisfies Record<string, SitePage>;

/** Answers a form that a browser without JavaScript sends by itself. */
export const notSentPage = {
  path: "/405",
  title: "Not sent",
} as const satisfies SitePage;

export const notFoundPage = {
  title: "404 Page Not Found",
} as const satisfies Page;
