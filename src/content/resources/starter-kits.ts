import { paths } from "../../paths";
import type { ReadingPage } from "../schemas";

export const starterKits = {
  id: "starter-kits",
  title: "Starter kits",
  summary: "Lists that save your first hours: tools, ideas, and what to bring.",
  sections: [
    {
      id: "before",
      title: "Before you travel",
      blocks: [
        {
          kind: "steps",
          items: [
            "Form your team and give everyone the invite code.",
            "Agree on a language and a framework that at least two of you know.",
            "Make an empty repository, and let everyone push to it once.",
            "Install everything at home. Hall internet is for building, not for downloads.",
            "Write down three ideas. Choose on site.",
          ],
        },
        [
          "Preparing is welcome; building the project beforehand is not. The ",
          { text: "code of conduct", href: paths.codeOfConduct },
          " draws the line.",
        ],
      ],
    },
    {
      id: "web-app",
      title: "Kit: web app",
      blocks: [
        {
          kind: "list",
          items: [
            "Frontend: React with Vite, or plain HTML if that is what you know best.",
            "Data: a hosted database with a free tier, or one SQLite file.",
            "Put an empty page online in the first hour, and everything after it is an update.",
            "Leave accounts and passwords for last. A demo rarely needs them.",
          ],
        },
      ],
    },
    {
      id: "game",
      title: "Kit: game",
      blocks: [
        {
          kind: "list",
          items: [
            "Engine: Godot, or Phaser if it should run in the browser.",
            "Make one level fun with plain boxes before you draw anything.",
            "Use graphics and sounds whose licence allows it, and name where they come from.",
            "Let a stranger play by hour 12. Watch, and say nothing.",
          ],
        },
      ],
    },
    {
      id: "hardware",
      title: "Kit: hardware",
      blocks: [
        {
          kind: "list",
          items: [
            "Bring your own board, sensors, cables and spares.",
            "Test each part alone before you connect two.",
            "Film it while it works. Hardware fails on stage.",
          ],
        },
      ],
    },
    {
      id: "packing",
      title: "What to bring",
      blocks: [
        {
          kind: "list",
          items: [
            "Your college ID, or your degree if you graduated recently, and a photo ID.",
            "Laptop, charger, an extension cord, headphones.",
            "A water bottle, a jacket for the night, any medicine that you need.",
            "If you are under 18: the consent of your guardian, signed.",
          ],
        },
      ],
    },
  ],
} as const satisfies ReadingPage;
