import { refusals } from "#convex/shared/errors";
import type { Settings } from "#convex/shared/settings";

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
      text: "Participants can create, join and leave teams, until the time that is set.",
    },
    off: {
      label: "Closed",
      text: `Teams stay as they are, and their pages say: “${refusals.team_changes_closed()}” People who delete their account still leave their team.`,
    },
    question: { title: "Close team changes?", confirm: "Close team changes" },
  },
  {
    key: "submissionsOpen",
    title: "Submissions",
    on: {
      label: "Open",
      text: "The times decide.",
    },
    off: {
      label: "Closed",
      text: "Nobody can write or hand in, whatever the times say. The submissions tab says that projects are no longer accepted, and leads to the contact form.",
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
      text: "The landing page begins with the banner, unless the visitor has hidden it.",
    },
    off: { label: "Hidden", text: "The landing page begins with the title." },
  },
];

/** What is off until the event begins. */
export const switchesOnTheDay: readonly SwitchWords[] = [
  {
    key: "checkInOpen",
    title: "Check-in",
    on: {
      label: "On",
      text: "Participants see their pass, and the desk checks them in.",
    },
    off: {
      label: "Off",
      text: "Nobody is checked in. What was scanned before is still taken.",
    },
    question: { title: "Turn check-in off?", confirm: "Turn it off" },
  },
  {
    key: "arenaOpen",
    title: "The hall's screen",
    on: {
      label: "On",
      text: "/arena shows everybody who opens it the clock, the teams, the schedule and new announcements; no person's name.",
    },
    off: { label: "Off", text: "/arena shows the mark." },
  },
  {
    key: "phoneReminders",
    title: "Reminders on phones",
    on: {
      label: "On",
      text: "Devices that get announcements are reminded of each entry of the schedule, ten minutes before it.",
    },
    off: { label: "Off", text: "Nobody is reminded of the schedule." },
  },
  {
    key: "helpOpen",
    title: "Help",
    on: {
      label: "On",
      text: "Teams ask for help, and mentors and organisers see who waits.",
    },
    off: {
      label: "Off",
      text: "Nobody asks and nobody takes. Requests that are open end by themselves within two hours.",
    },
    question: { title: "Turn help off?", confirm: "Turn it off" },
  },
];
