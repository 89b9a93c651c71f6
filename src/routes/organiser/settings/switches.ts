import { refusals } from "#convex/shared/errors";
import type { Settings } from "#convex/shared/validators";

export type SwitchWords = {
  key: keyof Settings;
  title: string;
  /** The label of each position, and what people see then. */
  on: { label: string; text: string };
  off: { label: string; text: string };
  /** The question before it is switched off, if that closes something. */
  question?: { title: string; confirm: string };
};

export const switches: readonly SwitchWords[] = [
  {
    key: "teamChangesOpen",
    title: "Team changes",
    on: {
      label: "Open",
      text: "Participants create, join and leave teams by themselves.",
    },
    off: {
      label: "Closed",
      text: `Teams stay as they are, and whoever looks at theirs reads: “${refusals.team_changes_closed()}” Deleting an account still leaves its team.`,
    },
    question: { title: "Close team changes?", confirm: "Close team changes" },
  },
  {
    key: "submissionsOpen",
    title: "Submissions",
    on: {
      label: "Open",
      text: "The submissions tab says when they open, and leads to the guide.",
    },
    off: {
      label: "Closed",
      text: "The submissions tab says that no more projects are taken, and leads to the contact form.",
    },
    question: { title: "Close submissions?", confirm: "Close submissions" },
  },
  {
    key: "registrationLinkShown",
    title: "Registration link",
    on: {
      label: "Shown",
      text: "The landing page, the other public pages and the dashboard lead to the external registration.",
    },
    off: {
      label: "Hidden",
      text: "No page leads to the external registration.",
    },
    question: {
      title: "Hide the registration link?",
      confirm: "Hide the link",
    },
  },
  {
    key: "bannerShown",
    title: "Pre-meetup banner",
    on: {
      label: "Shown",
      text: "The landing page begins with the banner, for whoever has not hidden it.",
    },
    off: { label: "Hidden", text: "The landing page begins with the title." },
  },
];
