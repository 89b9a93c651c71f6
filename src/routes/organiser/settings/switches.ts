import type { Settings } from "#convex/settings/shared";

/** The labels of both positions: on, off. */
type Labels = readonly [string, string];

const OPEN: Labels = ["Open", "Closed"];
const SHOWN: Labels = ["Shown", "Hidden"];
const ON: Labels = ["On", "Off"];

export type SwitchWords = {
  key: keyof Settings;
  title: string;
  labels: Labels;
  /** What people see in each position. */
  on: string;
  off: string;
  /** The question before it is switched off, if that closes something. */
  question?: { title: string; confirm: string };
};

export const switches: readonly SwitchWords[] = [
  {
    key: "teamChangesOpen",
    title: "Team changes",
    labels: OPEN,
    on: "Participants can create, join and leave teams, until the time that is set.",
    off: "Teams stay as they are: their pages say since when, and that a change can be requested. People who delete their account still leave their team.",
    question: { title: "Close team changes?", confirm: "Close team changes" },
  },
  {
    key: "submissionsOpen",
    title: "Submissions",
    labels: OPEN,
    on: "The times decide.",
    off: "Nobody can write or hand in, whatever the times say. The submissions tab says that projects are no longer accepted, and leads to the contact form.",
    question: { title: "Close submissions?", confirm: "Close submissions" },
  },
  {
    key: "registrationLinkShown",
    title: "Registration link",
    labels: SHOWN,
    on: "The landing page, the other public pages and the dashboard lead to the external registration.",
    off: "No page leads to the external registration.",
    question: {
      title: "Hide the registration link?",
      confirm: "Hide the link",
    },
  },
  {
    key: "bannerShown",
    title: "Pre-meetup banner",
    labels: SHOWN,
    on: "The landing page begins with the banner, unless the visitor has hidden it.",
    off: "The landing page begins with the title.",
  },
];

/** What is off until the event begins. */
export const switchesOnTheDay: readonly SwitchWords[] = [
  {
    key: "checkInOpen",
    title: "Check-in",
    labels: ON,
    on: "Participants see their pass, and the desk checks them in.",
    off: "Nobody is checked in. What was scanned before is still taken.",
    question: { title: "Turn check-in off?", confirm: "Turn it off" },
  },
  {
    key: "arenaOpen",
    title: "The hall's screen",
    labels: ON,
    on: "/arena shows everybody who opens it the clock, the teams, the schedule and new announcements; no person's name.",
    off: "/arena shows the mark.",
  },
  {
    key: "phoneReminders",
    title: "Reminders on phones",
    labels: ON,
    on: "Devices that get announcements are reminded of each entry of the schedule, ten minutes before it.",
    off: "Nobody is reminded of the schedule.",
  },
  {
    key: "helpOpen",
    title: "Help",
    labels: ON,
    on: "Teams ask for help, and mentors and organisers see who waits.",
    off: "Help is off. Open requests end within two hours.",
    question: { title: "Turn help off?", confirm: "Turn it off" },
  },
];
