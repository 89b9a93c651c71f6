import { formatDay } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { mailTo } from "../contact";
import { event } from "../event";
import { links } from "#edition/links";
import type { ReadingPage } from "../schemas";

export const submissionGuide = {
  id: "submission-guide",
  title: "Submission guide",
  summary: "What to hand in, when, and what to check before you do.",
  sections: [
    {
      id: "when",
      title: "When",
      blocks: [
        `Submissions open on ${formatDay(event.firstDay)}, when the clock starts, and close when it stops. Hand in early; you can improve your entry until then.`,
      ],
    },
    {
      id: "where",
      title: "Where",
      blocks: [
        [
          "On the ",
          {
            text: "Submissions tab of your dashboard",
            href: `${paths.dashboard}?tab=submissions`,
          },
          ".",
        ],
      ],
    },
    {
      id: "what",
      title: "What to hand in",
      blocks: [
        {
          kind: "list",
          items: [
            "The name of your team and of your project.",
            "Two or three sentences: what it does, and for whom.",
            "A link to the source code that the judges can open.",
            "A link to the running project, or a video of up to two minutes.",
            "The special awards and sponsor tracks that you would like to be judged for.",
            "What you did not make: libraries, graphics, data, and where AI helped.",
          ],
        },
      ],
    },
    {
      id: "check",
      title: "Check before you submit",
      blocks: [
        {
          kind: "steps",
          items: [
            "Open every link in a private window. Does it load without your login?",
            "Read the README as a stranger. Can you start the project?",
            "Look for passwords and keys in the repository. Take them out, then change them.",
            "Is every member of your team listed?",
          ],
        },
      ],
    },
    {
      id: "trouble",
      title: "If something goes wrong",
      blocks: [
        [
          "Come to the help desk before the clock stops, or write to ",
          {
            text: links.contactEmail,
            href: mailTo(`URGENT: Submission - ${event.edition}`),
          },
          ". A broken link is no reason to lose your place; work done after the end does not count. See ",
          { text: "how judging works", href: paths.judging },
          ".",
        ],
      ],
    },
  ],
} as const satisfies ReadingPage;
