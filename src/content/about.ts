import { rangeInWords } from "../lib/in-sentences";
import { event } from "./event";
import type { ContentImage } from "./schemas";

export const about = {
  title: `About ${event.name}`,
  introduction: [
    `${event.edition} is a national-level, esports-themed hackathon for college students across India.`,
    "It is run by student organisers together with a partner company and a community. There is no registration fee.",
  ],
  /** When the event is over. */
  was: [
    `${event.edition} was a national-level, esports-themed hackathon for college students across India.`,
    "It was run by student organisers together with a partner company and a community. What its teams built stays in the gallery.",
  ],
  whatItIs: {
    title: "What it is",
    paragraphs: [
      `For ${event.hours} hours, teams of ${rangeInWords(event.team)} build something that works: a game, an app, a tool, a piece of hardware. Mentors walk the hall. Judges see every project.`,
      "Esports is the theme, fair play the rule. You have a roster, a clock and an audience. What you build is up to you.",
    ],
    was: {
      title: "What it was",
      paragraphs: [
        `For ${event.hours} hours, teams of ${rangeInWords(event.team)} built something that worked: games, apps, tools, hardware. Mentors walked the hall. Judges saw every project.`,
        "Esports was the theme, fair play the rule: a roster, a clock and an audience. What the teams built was up to them.",
      ],
    },
  },
  timeline: { title: "Three phases" },
  questions: { title: "Before you ask" },
  callToAction: {
    title: "Take your place in the hall",
    text: "Register alone or as a team. It is free.",
  },
} as const;

export const aboutLogo = {
  src: "/images/about-logo.svg",
  width: 480,
  height: 96,
  alt: event.name,
} as const satisfies ContentImage;

export const aboutLogoFallback = {
  src: "/mark.svg",
  width: 64,
  height: 64,
  alt: event.name,
} as const satisfies ContentImage;
