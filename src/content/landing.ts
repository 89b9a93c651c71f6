import { event } from "./event";
import { awardsInWords } from "./prizes";
import type { ContentImage } from "./schemas";

/** Texts of the landing page that belong to no list. */
export const landing = {
  about: {
    title: "A tournament for people who build",
    paragraphs: [
      `${event.name} is a national hackathon run like an esports final. Teams from colleges across India share one hall, one clock and one stage.`,
      "You bring an idea and a laptop. We bring the arena: mentors who have shipped, judges who ask good questions, prizes worth staying awake for.",
    ],
    was: [
      `${event.name} was a national hackathon run like an esports final. Teams from colleges across India shared one hall, one clock and one stage.`,
      "They brought ideas and laptops. Mentors had shipped, judges asked good questions, and the prizes were worth staying awake for.",
    ],
  },
  tagline: ["Squad up.", "Build all night.", "Ship by sunrise."],
  timeline: { title: "Match schedule" },
  prizes: {
    title: "Prize pool",
    note: `Cash for two places and ${awardsInWords}, and perks on top.`,
  },
  sponsors: {
    title: "Sponsors and partners",
    text: "They pay for the arena so that you pay nothing.",
    invitation: "Become a sponsor",
  },
  questions: { title: "Questions and answers" },
  finalCall: {
    title: "Your slot is open",
    text: `${event.hours} hours, ${event.city}, no fee. Register now and come as you are: alone or as a team.`,
  },
} as const;

/** A drawing until there is a photo. */
export const groupPicture = {
  src: "/images/hall-full-of-teams.svg",
  width: 1200,
  height: 675,
  alt: `Drawing: three rows of students in a lecture hall, some with raised hands, hold a banner that says ${event.hours} hours, one hall, all of India.`,
} as const satisfies ContentImage;
