/** What search engines and link previews say of each page. Written into the prerendered pages only, so visitors never load it. */
import { formatDateLine } from "../lib/time/format-date";
import { event } from "./event";
import { notFoundPage, notSentPage, pages } from "./pages";
import type { Page } from "./schemas";

const days = formatDateLine(event.firstDay, event.lastDay);

const landing = `A national, esports-themed ${event.hours}-hour hackathon for college students across India. ${days}, ${event.city}. No registration fee.`;

const descriptions: Record<keyof typeof pages, string> = {
  landing,
  home: landing,
  about: `What ${event.edition} is, who runs it, and how its three phases go.`,
  contact: `Write to the organisers of ${event.edition}, find the venue, sponsor the event, or apply as a mentor or judge.`,
  faq: `Who can take part in ${event.edition}, what it costs, how teams and judging work, and how to reach us.`,
  login: `Sign in to ${event.edition} to see your dashboard and your team.`,
  register: `Create your ${event.edition} account. It is free, and you may come alone.`,
  google: "One moment: Google asks who you are, then brings you back.",
  resetPassword: `Set a new password for your ${event.edition} account.`,
  appointment: "One moment: your invitation is about to open.",
  bufferLogin: "One moment: your dashboard is about to open.",
  bufferRegister: "One moment: your dashboard is about to open.",
  join: `See who invites you to a team at ${event.edition}, and join it.`,
  dashboard: `Your progress, your team and the news from ${event.edition}.`,
  team: "Create a team, join one with its invite code, or see yours.",
  project: "What your team builds: write it together, and hand it in.",
  find: "Teams with a free slot, and people who look for one.",
  help: "Ask a mentor to come to your table.",
  projects: `What the teams of ${event.edition} built.`,
  arena: `The screen of the hall at ${event.edition}.`,
  schedule: `What happens when at ${event.edition}.`,
  pass: "The code that the check-in desk reads when you arrive.",
  account: "Change your name, take your data with you, or delete your account.",
  // Prerendered for everyone, so they reveal nothing.
  organiser: landing,
  checkIn: landing,
  judge: landing,
  privacyPolicy: `What ${event.edition} stores about you, why, for how long, and how to have it deleted or exported.`,
  privacyPolicyHindi: `${event.edition}: गोपनीयता नीति`,
  termsOfService: `Who may take part in ${event.edition}, how teams work, and what we owe each other.`,
  codeOfConduct: `How we treat each other and what fair play means at ${event.edition}.`,
  judging:
    "What the judges look for, how a demo goes, and how special awards are decided.",
  starterKits:
    "Lists that save your first hours: tools, ideas, and what to bring.",
  submissionGuide:
    "What to hand in, where and when, and what to check before you do.",
};

export function descriptionOf(page: Page): string {
  for (const [name, one] of Object.entries(pages))
    if (one === page) return descriptions[name as keyof typeof pages];
  if (page === notSentPage) return "Forms here need JavaScript.";
  if (page === notFoundPage) return "There is nothing at this address.";
  throw new Error(`Nothing describes ${page.title}`);
}
