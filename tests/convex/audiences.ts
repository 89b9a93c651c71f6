/**
 * Who may call each public function. `roles.test.ts` compares this with what is registered and calls each as
 * everybody. It repeats the builders on purpose: a function that is built for others disagrees with it.
 */

/** `ended` had a session, `former` each role; both are in no team, as are all before `member`. */
export const CALLERS = [
  "visitor",
  "ended",
  "judge",
  "mentor",
  "former",
  "helper",
  "organiser",
  "member",
  "leader",
] as const;
export type Caller = (typeof CALLERS)[number];

export type Audience = {
  callers: readonly Caller[];
  /** What those who are signed in and are no callers are told: one of these. */
  refusals: readonly string[];
};
const participants = CALLERS.slice(4);

export const AUDIENCES = {
  anyone: { callers: CALLERS, refusals: [] },
  user: { callers: CALLERS.slice(2), refusals: [] },
  participant: { callers: participants, refusals: ["participants_only"] },
  member: {
    callers: ["member", "leader"],
    refusals: ["not_in_team", "participants_only"],
  },
  leader: {
    callers: ["leader"],
    refusals: ["not_leader", "not_in_team", "participants_only"],
  },
  desk: { callers: ["helper", "organiser"], refusals: ["desk_only"] },
  mentor: { callers: ["mentor", "organiser"], refusals: ["mentors_only"] },
  judge: { callers: ["judge"], refusals: ["judges_only"] },
  organiser: { callers: ["organiser"], refusals: ["organisers_only"] },
  /** Anyone, once results are published; until then: */
  "organiser until published": {
    callers: ["organiser"],
    refusals: ["not_published"],
  },
  "judge or organiser until published": {
    callers: ["judge", "organiser"],
    refusals: ["not_published"],
  },
} as const satisfies Record<string, Audience>;
type AudienceName = keyof typeof AUDIENCES;

/** What organisers open and close, and how a function that needs it refuses before submissions open and after. */
export const CLOSED = {
  "team changes": ["team_changes_closed", "team_changes_closed"],
  submissions: ["submissions_not_open", "submissions_closed"],
  help: ["help_closed", "help_closed"],
  "check-in": ["check_in_closed", "check_in_closed"],
} as const;

type Who = AudienceName | `${AudienceName}, ${keyof typeof CLOSED}`;

/** The functions of each module, by who may call them and, after a comma, what must be open. */
export const FUNCTIONS: Record<string, Partial<Record<Who, string>>> = {
  account: {
    anyone: "acceptInvitation checkResetLink invitation options",
    user: "exportData remove",
  },
  announcements: {
    anyone: "list",
    organiser: "add all edit putBack reach remove",
  },
  arena: { anyone: "announcement arrived board handIns here projectName" },
  auth: { anyone: "signIn signOut" },
  ceremony: {
    anyone: "revealed",
    organiser: "describe end move rehearse remote setBlank stage",
  },
  changeRequests: {
    user: "mine putBack withdraw",
    member: "send",
    organiser: "approve decline list",
  },
  checkIns: {
    user: "pass",
    desk: "arrived list noteForm undo",
    "desk, check-in": "record",
    organiser: "all arrivals",
  },
  contact: { anyone: "send" },
  finals: { judge: "setOrder sheet", organiser: "open read" },
  help: {
    user: "mine",
    member: "edit nobodyCame pause undoWithdraw withdraw",
    "member, help": "ask",
    mentor: "close handBack queue undoClose",
    "mentor, help": "take",
    organiser: "waits",
  },
  invites: { participant: "open" },
  judging: {
    anyone: "published",
    user: "judgesHere",
    judge: "declareConflict desk projects score unscore visit visits",
    organiser: `addConflict assign close correct give progress publish putBack removeConflict reopen rubric setRubric
      setTable setTracks take`,
    "organiser until published": "results",
  },
  listings: {
    anyone: "list",
    user: "hidden mine readKey unhide withdraw",
    participant: "hide report",
    "participant, team changes": "showCard",
    "leader, team changes": "showOpening",
    organiser: "reopenReports reports settleReports settleReportsBy",
  },
  organiser: {
    organiser: `auditLog comparePlaces comparePlacesBefore dismiss dismissDeskHelper importPlaces integrity invite
      inviteAgain markMessage mendTeam messages nameDeskHelper overview participants places putPlacesBack recordExport roles subscribers teams waiting withdrawInvitation`,
    "organiser, submissions": "remindUnsubmitted",
  },
  projects: {
    anyone: "description present",
    user: "history leave pictures standing workbench",
    "member, submissions": `addPicture arrangePictures arrive choose describePicture edit putBackPicture removePicture
      restore typeDescription uploadUrls`,
    "leader, submissions": "handIn withdraw",
    organiser: "handInFor list listed standingOf takeDown takenDown",
    "judge or organiser until published": "gallery get",
  },
  push: { user: "key register unregister", organiser: "reach sent works" },
  requests: {
    user: "decline mine withdraw",
    "participant, team changes": "accept reopen",
    "leader, team changes": "send",
  },
  resources: { anyone: "list", organiser: "add all edit putBack remove" },
  schedule: { anyone: "list", organiser: "add all edit putBack remove" },
  screens: { anyone: "own sign", organiser: "add change list remove" },
  settings: {
    anyone: "current page submissions teamChanges",
    organiser: "change changeAddresses recentChanges takeBack",
  },
  subscribers: { anyone: "subscribe" },
  teams: {
    user: "forgetLost mine preview",
    "participant, team changes": "create join",
    "member, team changes": "leave",
    leader: "edit handOver renewCode",
    "leader, team changes": "disband removeMember",
  },
  users: { user: "me notePlace rename switchMail update" },
};
