import { DEFAULT_CRITERIA } from "#convex/judging/shared/judging";
import { paths } from "../../paths";
import type { ReadingPage } from "../schemas";

export const judging = {
  id: "judging",
  title: "How judging works",
  summary: "What the judges look for, and what your demo should show.",
  sections: [
    {
      id: "criteria",
      title: "What counts",
      blocks: [
        "Every project is seen by at least two judges. They look at these things, with equal weight:",
        { kind: "list", items: DEFAULT_CRITERIA.map(({ text }) => text) },
      ],
    },
    {
      id: "demo",
      title: "Your demo",
      blocks: [
        {
          kind: "steps",
          items: [
            "Start with the person who needs this. One sentence.",
            "Show the thing running. Most of your time goes here.",
            "Say what was hard, and what you would do next.",
            "Answer questions. “We do not know yet” is a good answer.",
          ],
        },
        "Everyone in the team should be able to explain what the team built. You do not all have to speak.",
      ],
    },
    {
      id: "special-awards",
      title: "Special awards",
      blocks: [
        "Your project takes part in every special award that it fits. A team can win a place and a special award.",
        "Sponsors judge their own tracks together with us. To be in a track, use what the sponsor offers in a way that matters to your project.",
      ],
    },
    {
      id: "fairness",
      title: "Fairness",
      blocks: [
        [
          "Judges do not score a team that they mentored, taught or are related to. Work that breaks the ",
          { text: "code of conduct", href: paths.codeOfConduct },
          " is not scored. If scores are equal, the judges talk until they agree; their decision stands.",
        ],
      ],
    },
  ],
} as const satisfies ReadingPage;
