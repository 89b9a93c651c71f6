import { paths } from "../../paths";
import { legal } from "#edition/contact";
import { event } from "../event";
import { links } from "#edition/links";
import type { LegalPage } from "../schemas";
import { organiserMail } from "./shared";

export const codeOfConduct = {
  id: "code-of-conduct",
  title: "Code of conduct",
  summary: "Be kind, play fair, speak up. These rules hold for everyone.",
  dated: legal.date,
  sections: [
    {
      id: "who-and-where",
      title: "Who and where",
      blocks: [
        `This code holds for everyone at ${event.edition}: participants, mentors, judges, sponsors, partners, guests and organisers. It holds in the hall, at the workshops and the pre-meetup, in the community chat, in messages, and on this website, team names included.`,
      ],
    },
    {
      id: "respect",
      title: "Respect",
      blocks: [
        "Everyone can take part without being harassed, whatever their gender, gender identity, sexual orientation, caste, religion, region, language, disability, looks, age, college, or experience with code.",
        "We expect you to:",
        {
          kind: "list",
          items: [
            "speak to people the way you want to be spoken to, above all when you are tired;",
            "share what you know, and welcome beginners;",
            "ask before you take someone's picture or touch their equipment;",
            "leave people in peace who sleep, pray or work.",
          ],
        },
        "We do not accept:",
        {
          kind: "list",
          items: [
            "insults, slurs, threats, or jokes at the cost of a group of people;",
            "sexual comments, pictures or advances, or any touch that is not wanted;",
            "stalking, following, or publishing someone's private details;",
            "keeping at it after someone said no or stop;",
            "toxic play: taunting other teams, disturbing demos, throwing matches.",
          ],
        },
      ],
    },
    {
      id: "fair-play",
      title: "Fair play",
      blocks: [
        {
          kind: "list",
          items: [
            `Build during the event. Ideas, sketches, learning and empty repositories may come before; the project itself is made within the ${event.hours} hours.`,
            "Make it yourselves. Only the members of your team work on the project. Mentors explain; they do not build.",
            "Use open libraries, public interfaces, and graphics whose licence allows it, and name them in your submission.",
            "Do not copy. Handing in someone else's work, or your own from an earlier event, is plagiarism and ends your run.",
            "Leave other teams' work, devices and accounts alone, and do not attack the network or this website.",
            "Do not influence judges, or votes if there are any.",
          ],
        },
      ],
    },
    {
      id: "ai-tools",
      title: "AI tools",
      blocks: [
        "You may use AI tools to write, draw, test and learn. Three conditions:",
        {
          kind: "list",
          items: [
            "Say so. Your submission names the tools and what they did.",
            "Understand it. You can explain every part that you show; the judges will ask.",
            "Own it. If a tool copied someone's work or leaked someone's data, you did.",
          ],
        },
        [
          "Do not feed other people's personal data or other teams' code to an AI tool. How to declare your tools is in the ",
          { text: "submission guide", href: paths.submissionGuide },
          ".",
        ],
      ],
    },
    {
      id: "safety",
      title: "Safety",
      blocks: [
        "Sleep, eat, drink water. Keep exits and cables clear. No alcohol, drugs, tobacco or weapons. In an emergency call 112, then tell an organiser.",
      ],
    },
    {
      id: "reporting",
      title: "Reporting",
      blocks: [
        [
          "If something happened to you or you saw it, tell any organiser in the hall, or write to ",
          {
            text: links.contactEmail,
            href: organiserMail("URGENT: Conduct").href,
          },
          ". With URGENT in the subject we see it first. You need no proof and you may bring a friend.",
        ],
        {
          kind: "list",
          items: [
            "We listen to you first and make sure that you are safe.",
            "We keep your name to the people who must act, and tell no one else without your consent unless the law obliges us.",
            "We hear the other side before we decide, unless someone is in danger.",
            "Whoever a report is about takes no part in handling it, organisers included.",
            "No one may punish you for a report made in good faith.",
          ],
        },
        "If you want to go to the police or your college's Internal Committee, we help you to get there.",
      ],
    },
    {
      id: "consequences",
      title: "Consequences",
      blocks: [
        "What we do depends on what happened:",
        {
          kind: "steps",
          items: [
            "A word, and a request to stop.",
            "A formal warning to the person or the team.",
            "Lost points, or a place in an award taken away.",
            "Disqualification of the team, and prizes returned.",
            "Removal from the event and the community, for one edition or for good.",
          ],
        },
        [
          "Serious cases start at the last step, and crimes go to the police. If you think that we decided wrongly, write to ",
          organiserMail("Appeal"),
          " within seven days; organisers who did not take the first decision look at it again.",
        ],
      ],
    },
  ],
} as const satisfies LegalPage;
