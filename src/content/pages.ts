/** Every page of the site: its address, its title, and its description for search engines and link previews. */
import { formatDateLine } from "../lib/format-date";
import { event } from "./event";
import type { Page, SitePage } from "./schemas";

const days = formatDateLine(event.firstDay, event.lastDay);

const landing = {
  title: event.edition,
  description: `A national, esports-themed ${event.hours}-hour hackathon for college students across India. ${days}, ${event.city}. No registration fee.`,
} as const satisfies Page;

export const pages = {
  landing: { path: "/", ...landing },
  home: { path: "/home", ...landing },
  about: {
    path: "/about",
    title: "About",
    description: `What ${event.edition} is, who runs it, and how its three phases go.`,
  },
  contact: {
    path: "/contact",
    title: "Contact",
    description: `Write to the organisers of ${event.edition}, find the venue, sponsor the event, or apply as a mentor or judge.`,
  },
  faq: {
    path: "/faq",
    title: "Questions and answers",
    description: `Who can take part in ${event.edition}, what it costs, how teams and judging work, and how to reach us.`,
  },
  login: {
    path: "/login",
    title: "Login",
    description: `Sign in to ${event.edition} to see your dashboard and your team.`,
  },
  register: {
    path: "/register",
    title: "Register",
    description: `Create your ${event.edition} account. It is free, and you may come alone.`,
  },
  google: {
    path: "/google",
    title: "Continue with Google",
    description: "One moment: Google asks who you are, then brings you back.",
  },
  resetPassword: {
    path: "/reset-password",
    title: "Choose a new password",
    description: `Set a new password for your ${event.edition} account.`,
  },
  appointment: {
    path: "/appointment",
    title: "Your invitation",
    description: "One moment: your invitation is about to open.",
  },
  bufferLogin: {
    path: "/buffer-login",
    title: "Signing you in",
    description: "One moment: your dashboard is about to open.",
  },
  bufferRegister: {
    path: "/buffer-register",
    title: "Setting up your account",
    description: "One moment: your dashboard is about to open.",
  },
  join: {
    path: "/join",
    title: "You are invited",
    description: `See who invites you to a team at ${event.edition}, and join it.`,
  },
  dashboard: {
    path: "/dashboard",
    title: "Dashboard",
    description: `Your progress, your team and the news from ${event.edition}.`,
  },
  team: {
    path: "/team",
    title: "Team",
    description: "Create a team, join one with its invite code, or see yours.",
  },
  project: {
    path: "/project",
    title: "Project",
    description: "What your team builds: write it together, and hand it in.",
  },
  find: {
    path: "/find",
    title: "Find a team",
    description: "Teams with a free slot, and people who look for one.",
  },
  projects: {
    path: "/projects",
    title: "Projects",
    description: `What the teams of ${event.edition} built.`,
  },
  schedule: {
    path: "/schedule",
    title: "Schedule",
    description: `What happens when at ${event.edition}.`,
  },
  account: {
    path: "/account",
    title: "Account",
    description:
      "Change your name, take your data with you, or delete your account.",
  },
  // Prerendered for everyone, so it reveals nothing; the area sets its own titles once the role is known.
  organiser: { path: "/organiser", ...landing },
  // The same, for the same reason.
  judge: { path: "/judge", ...landing },
  privacyPolicy: {
    path: "/privacy-policy",
    title: "Privacy policy",
    description: `What ${event.edition} stores about you, why, for how long, and how to have it deleted or exported.`,
  },
  privacyPolicyHindi: {
    path: "/privacy-policy/hindi",
    title: "गोपनीयता नीति",
    description: `${event.edition}: गोपनीयता नीति`,
  },
  termsOfService: {
    path: "/terms-of-service",
    title: "Terms of service",
    description: `Who may take part in ${event.edition}, how teams work, and what we owe each other.`,
  },
  codeOfConduct: {
    path: "/code-of-conduct",
    title: "Code of conduct",
    description: `How we treat each other and what fair play means at ${event.edition}.`,
  },
  judging: {
    path: "/resources/judging",
    title: "How judging works",
    description:
      "What the judges look for, how a demo goes, and how special awards are decided.",
  },
  starterKits: {
    path: "/resources/starter-kits",
    title: "Starter kits",
    description:
      "Lists that save your first hours: tools, ideas, and what to bring.",
  },
  submissionGuide: {
    path: "/resources/submission-guide",
    title: "Submission guide",
    description:
      "What to hand in, where and when, and what to check before you do.",
  },
} as const satisfies Record<string, SitePage>;

/** Answers a form that a browser without JavaScript sends by itself. */
export const notSentPage = {
  path: "/405",
  title: "Not sent",
  description: "Forms here need JavaScript.",
} as const satisfies SitePage;

export const notFoundPage = {
  title: "404 Page Not Found",
  description: "There is nothing at this address.",
} as const satisfies Page;
