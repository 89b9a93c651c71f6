/** What people and organisers wrote at the demo event. */
import { EVENT_HOURS } from "./story";
import type { EntryKind } from "../../convex/content/shared/schedule";

/** `at`: hours after the start of the event. */
export const ANNOUNCEMENTS = [
  {
    at: -15 * 24,
    title: "Still without a team?",
    body: "Show a card under Find, or join a team with an invite code until team changes close.",
    pinned: false,
  },
  {
    at: -10 * 24,
    title: "Bring your student card",
    body: "And a laptop, its charger and something warm for the night. Food, sockets and sleeping mats are there.",
    pinned: true,
  },
  {
    at: -48,
    title: "Team changes are closed",
    body: "Your team is as your dashboard shows it. If something must change, request it on the team page.",
    pinned: false,
  },
  {
    at: 1,
    title: "Wi-Fi, power and where to sleep",
    body: "The network is HackArena, the password is on your badge. Every table has four sockets. Sleeping mats are in hall B; it stays dark and quiet.",
    pinned: true,
  },
  {
    at: 4,
    title: "The mentor desk is open",
    body: "Six mentors for web, mobile, hardware and machine learning sit beside the stage. Bring one question and fifteen minutes.",
    pinned: false,
  },
  {
    at: 13,
    title: "A hot meal is served",
    body: "Vegetarian, Jain and vegan food is on the left, everything else on the right. Badges on, please.",
    pinned: false,
  },
  {
    at: 26,
    title: "Hand in early, and hand in again",
    body: "The last hand-in before the end counts. Check that your name, summary, description and a link are there.",
    pinned: false,
  },
  {
    at: 33.2,
    title: "The judges come to your table",
    body: "Stay at the table with your number. Each judge has seven minutes; show what runs.",
    pinned: false,
  },
  {
    at: EVENT_HOURS,
    title: "These are the winners",
    body: `Thank you for ${EVENT_HOURS} hours. The results are on your dashboard, and every project is in the gallery.`,
    pinned: true,
  },
];

export const MESSAGES = [
  {
    subject: "Is there parking for two-wheelers?",
    message:
      "Four of us come from Gurugram by scooter. Can we leave them over night?",
  },
  {
    subject: "Wheelchair access",
    message:
      "One of our members uses a wheelchair. Which gate should we take, and is hall B step-free?",
  },
  {
    subject: "Sponsorship for next year",
    message:
      "Our company would like to sponsor the prize for accessibility. Whom do we talk to?",
  },
  {
    subject: "Wrong name on my certificate",
    message:
      "My surname is spelled with a double e. Could you correct it before you print?",
  },
  {
    subject: "Travel support",
    message:
      "We are students from Guwahati. Is there any support for train tickets?",
  },
  {
    subject: "May we bring our own hardware?",
    message:
      "We have a 3D printer and a soldering iron. Is there a table where both are allowed?",
  },
  {
    subject: "Team of five",
    message:
      "Our fifth friend would only do the slides. Is there really no exception?",
  },
  {
    subject: "Lost: a blue water bottle",
    message:
      "It has a sticker of a peacock on it. I think that I left it at table 31.",
  },
  {
    subject: "Letter for the college",
    message:
      "Our professor wants a letter that confirms the dates. Where can we get one?",
  },
  {
    subject: "Photos",
    message: "I would rather not be in any photo. Is there a badge for that?",
  },
  {
    subject: "Allergy",
    message: "I am allergic to peanuts. Will the dishes be labelled?",
  },
  {
    subject: "Can we start with our own code?",
    message:
      "We have a small library that we wrote last year, under MIT. May we use it if we say so?",
  },
];

/** The cards of people without a team. */
export const CARDS = [
  {
    text: "Backend and databases. I write tests and I bring chai.",
    skills: ["Node.js", "Databases"],
  },
  {
    text: "First hackathon. I learn fast and I draw well.",
    skills: ["UI design"],
  },
  {
    text: "I train small models that run on a phone.",
    skills: ["Machine learning", "Python"],
  },
  {
    text: "Game jams are my weekends. Looking for people who sleep as little as I do.",
    skills: ["Unity", "Game design"],
  },
  {
    text: "Designer. I turn a sketch into a clickable demo in an hour.",
    skills: ["UI design", "UX research"],
  },
  {
    text: "I solder, I print in 3D, and I have my own oscilloscope.",
    skills: ["Electronics", "Embedded systems", "C++"],
  },
  { text: "", skills: ["React", "TypeScript"] },
  {
    text: "Android since school. I can pitch in Hindi, English and Bengali.",
    skills: ["Android", "Java", "Pitching"],
  },
  { text: "I would like to build something for farmers.", skills: [] },
  {
    text: "I study statistics and know where public data hides.",
    skills: ["Data science", "Python"],
  },
  {
    text: "Whatever is missing: front end, slides, snacks.",
    skills: ["React", "Pitching"],
  },
];

/** The openings of teams with a free slot. */
export const OPENINGS = [
  {
    text: "An air quality alarm for schools, from sensors for ₹40.",
    skills: ["Embedded systems", "C++"],
  },
  {
    text: "Sign language to text on a phone, in Hindi and in English.",
    skills: ["Machine learning", "Android"],
  },
  {
    text: "A cricket game that can be played by ear.",
    skills: ["Unity", "Sound design"],
  },
  {
    text: "A map of the metro lifts that really work.",
    skills: ["React", "UI design"],
  },
  {
    text: "A crop diary that works without a connection.",
    skills: ["TypeScript", "Pitching"],
  },
  { text: "We have no idea yet, and four of them by tonight.", skills: [] },
  {
    text: "A robot that sorts the canteen's trays.",
    skills: ["Robotics", "Python", "3D art"],
  },
  {
    text: "Bus times for small towns, collected by those who ride.",
    skills: ["Java", "Data science"],
  },
  {
    text: "A library card for a whole street's books.",
    skills: ["React"],
  },
];

/** Requests: indexes into `CARDS` and `OPENINGS`. */
export const NOTES = [
  { person: 5, team: 0, note: "I can bring sensors and a soldering iron." },
  { person: 0, team: 0, note: "Do you need someone for the server?" },
  { person: 2, team: 1, note: "I have a dataset of signs." },
  { person: 4, team: 3, note: "" },
  { person: 10, team: 8, note: "I live on such a street." },
];

/** Offers, in the same form. */
export const OFFER_NOTES = [
  {
    person: 7,
    team: 0,
    note: "Would you do our app? We do the hardware.",
    isDeclined: false,
  },
  {
    person: 9,
    team: 0,
    note: "We have a year of readings and no one who can read them.",
    isDeclined: true,
  },
  { person: 3, team: 2, note: "Join us for the game?", isDeclined: false },
  { person: 1, team: 4, note: "", isDeclined: true },
];

/** Reports: indexes into `OPENINGS`. */
export const REPORTS = [
  { team: 5, reason: "They ask for money before they take anybody in." },
  { team: 6, reason: "The text is copied from another team's." },
];

/** Requests to the organisers after the freeze. Without an answer they still wait. */
export const CHANGE_REQUESTS = [
  {
    kind: "leave",
    reason: "I have an exam on Sunday and cannot come.",
    answer: null,
  },
  {
    kind: "other",
    reason:
      "Our fourth member has changed her name. Can the certificate say so?",
    answer: null,
  },
  {
    kind: "other",
    reason: "We would like to move to a table with more light.",
    answer: "Take table 12, it is free.",
  },
  {
    kind: "leave",
    reason: "We argue about the idea all the time.",
    answer: "Talk to a mentor first, please. We are beside the stage.",
  },
] as const;

/** What teams ask mentors, and how many minutes ago. */
export const HELP_WANTED: [string, string, number][] = [
  [
    "WebSockets",
    "Phones lose the connection as soon as the screen locks. How do others notice that?",
    16,
  ],
  [
    "A database",
    "Two of us write the same row, and one of the two changes is gone.",
    13,
  ],
  [
    "Our pitch",
    "We have three minutes and explain the technology for two of them.",
    8,
  ],
  ["Machine learning", "It recognises every photo as a bus.", 5],
  ["CSS", "The page is wider than the phone, and we cannot find by what.", 2],
];

/** What happens when: title, kind, place, and the hours of the event from and to which. */
export const PROGRAMME: [string, EntryKind, string, number, number?][] = [
  ["Doors open, check-in", "other", "Foyer", -2, -0.5],
  ["Opening", "stage", "Main hall", -0.5, 0],
  ["Hacking begins", "stage", "Main hall", 0],
  ["Mentoring, first round", "mentoring", "Rooms 101 to 104", 5, 7],
  ["Mentoring, second round", "mentoring", "Rooms 101 to 104", 23, 25],
  ["Submissions close", "deadline", "", 33],
  ["Judging at the tables", "other", "Main hall", 33.5, 35.5],
  ["Results and closing", "stage", "Main hall", 35.5, 36],
];

/** What comes each day at its hour in India, whenever the event starts. */
export const DAILY: [string, EntryKind, string, number, number][] = [
  ["Midnight quiz", "stage", "Main hall", 0, 1.5],
  ["Breakfast", "meal", "Courtyard", 8, 9.5],
  ["Lunch", "meal", "Courtyard", 13, 14],
  ["Chai and snacks", "meal", "Foyer", 17, 18],
  ["Dinner", "meal", "Courtyard", 20, 21],
];
