import { beginningWith } from "../lib/in-sentences";
import { inWords } from "../lib/in-words";
import { formatDateLine, formatDay } from "../lib/time/format-date";
import { paths } from "../paths";
import { mailSubjects, mailTo, venue } from "./contact";
import { event } from "./event";
import { links } from "#edition/links";
import { awardsInWords, specialAwards } from "./prizes";
import type { Question, QuestionGroup } from "./schemas";
import { aboutStats } from "./stats";

/**
 * The judges' criteria in short, for an answer; the full sentences are in the rubric (`convex/judging/shared/judging.ts`), in
 * the same order.
 */
export const criteria = [
  "how well they work",
  "how original they are",
  "how well they are made",
  "how clearly you show them",
] as const;

const criteriaInWords = criteria.join(", ").replace(/, ([^,]+)$/u, " and $1");

const [, teams, hackers, mentors] = aboutStats;

const awardNames = specialAwards.map(({ title }) => title);
const freshers = awardNames.includes("Best Freshers")
  ? ", and an award for first-year students, Best Freshers"
  : "";

const eventQuestions = [
  {
    id: "account-and-place",
    question: "I have an account. Am I registered?",
    answer: [
      "Not yet. Your place at the event is registered on ",
      { text: "our registration page", href: links.registration },
      ". The account here is for your team, your dashboard and your project. You need both, in either order.",
    ],
  },
  {
    id: "when-and-where",
    question: "When and where does it happen?",
    answer: `On ${formatDateLine(event.firstDay, event.lastDay)}, for ${event.hours} hours, ${venue.within} in ${event.city}. You build on site, with your team.`,
  },
  {
    id: "who-can-take-part",
    question: "Who can take part?",
    answer: [
      "College students from anywhere in India. You are enrolled, or you graduated within the last 12 months, and you are 18 or over or have your guardian's consent. The ",
      { text: "terms of service", href: paths.termsOfService },
      " say it in full.",
    ],
  },
  {
    id: "cost",
    question: "What does it cost?",
    answer: "Nothing. There is no registration fee.",
  },
  {
    id: "team-size",
    question: "How big is a team?",
    answer: `${beginningWith(event.team.min)} to ${inWords(event.team.max)} people. One of you creates the team and shares its invite code; the others join with that code.`,
  },
  {
    id: "coming-alone",
    question: "Can I register without a team?",
    answer: [
      "Yes. Individuals may register. ",
      { text: "Find a team", href: "/find" },
      " once you have an account, join one later with an invite code, or meet your teammates at the pre-meetup.",
    ],
  },
  {
    id: "changing-teams",
    question: "Can our team change after we register?",
    answer:
      "Yes. Change it yourselves on the team page until 48 hours before the event; after that, request it there.",
  },
  {
    id: "prizes",
    question: "What can we win?",
    answer: `Cash for first and second place and for ${awardsInWords}, among them ${awardNames
      .slice(0, 3)
      .join(", ")
      .replace(
        /, ([^,]+)$/u,
        " and $1",
      )}. Perks such as internships, mentorship and gaming hardware come on top.`,
  },
] as const satisfies readonly Question[];

/** What the rest of the landing page does not say. */
const ON_LANDING = [
  "account-and-place",
  "who-can-take-part",
  "cost",
  "coming-alone",
];

export const landingQuestions: readonly Question[] = eventQuestions.filter(
  ({ id }) => ON_LANDING.includes(id),
);

export const aboutQuestions = [
  {
    id: "what-is-a-hackathon",
    question: "What is a hackathon?",
    answer: `A contest in building. Your team has ${event.hours} hours to turn an idea into something that works, and a few minutes to show it to the judges.`,
  },
  {
    id: "why-esports",
    question: "Do I have to be a gamer?",
    answer:
      "No. Esports is our theme: brackets, rosters, a clock on the wall. You can build a game, and you can just as well build something else.",
  },
  {
    id: "first-hackathon",
    question: "Is this a good first hackathon?",
    answer: `Yes. There are workshops before the event${freshers === "" ? " and" : ","} ${mentors.value} mentors during it${freshers}.`,
  },
  {
    id: "how-many",
    question: "How many people will be there?",
    answer: `We plan for ${teams.value} teams and ${hackers.value} hackers. The teams are confirmed on ${formatDay(event.teamFinalization)}.`,
  },
  {
    id: "how-judging-works",
    question: "How are projects judged?",
    answer: [
      `By ${criteriaInWords}. Read `,
      { text: "how judging works", href: paths.judging },
      " before you choose an idea.",
    ],
  },
] as const satisfies readonly Question[];

export const contactQuestions = [
  {
    id: "response-time",
    question: "How soon will you answer?",
    answer:
      "Within 24-48 hours on weekdays. If it cannot wait, put URGENT in the subject.",
  },
  {
    id: "sponsorship",
    question: "How can we sponsor the event?",
    answer: byMail(
      "We would love to talk. ",
      mailSubjects.sponsorship,
      " Tell us who you are and what you would like to support.",
    ),
  },
  {
    id: "venue-visits",
    question: "Can we visit the venue before the event?",
    answer: byMail(
      "Yes, by appointment. ",
      mailSubjects.venueVisit,
      " Suggest a weekday and say how many of you will come.",
    ),
  },
  {
    id: "mentors-and-judges",
    question: "Can I be a mentor or a judge?",
    answer: byMail(
      "Please do. ",
      mailSubjects.mentorOrJudge,
      " Say which of the two, and what you are good at.",
    ),
  },
] as const satisfies readonly Question[];

/** All questions of `/faq`, in order. */
export const questionGroups = [
  { id: "the-event", title: "The event", questions: eventQuestions },
  { id: "taking-part", title: "Taking part", questions: aboutQuestions },
  { id: "reaching-us", title: "Reaching us", questions: contactQuestions },
] as const satisfies readonly QuestionGroup[];

function byMail(before: string, subject: string, after: string) {
  return [
    `${before}Write to `,
    { text: links.contactEmail, href: mailTo(subject) },
    ` with the subject “${subject}”.${after}`,
  ] as const;
}
