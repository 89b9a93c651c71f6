import { rangeInWords } from "../../lib/in-sentences";
import { inWords } from "../../lib/in-words";
import { formatDateLine } from "../../lib/time/format-date";
import { paths } from "../../paths";
import { legal } from "#edition/contact";
import { event } from "../event";
import type { LegalPage } from "../schemas";
import { organiserMail } from "./shared";

export const termsOfService = {
  id: "terms-of-service",
  title: "Terms of service",
  summary:
    "Who may take part, how teams work, who owns what you build, and what we owe each other.",
  dated: legal.date,
  sections: [
    {
      id: "agreement",
      title: "What you agree to",
      blocks: [
        [
          `These terms are an agreement between you and the student organisers of ${event.edition}. They cover this website and your part in the event on ${formatDateLine(event.firstDay, event.lastDay)} in ${event.city}. By creating an account you accept them, together with the `,
          { text: "code of conduct", href: paths.codeOfConduct },
          ". The ",
          { text: "privacy policy", href: paths.privacyPolicy },
          " tells you what happens to your data.",
        ],
      ],
    },
    {
      id: "eligibility",
      title: "Who may take part",
      blocks: [
        "You may take part if all of this is true:",
        {
          kind: "list",
          items: [
            "You are 18 or over, or your parent or lawful guardian consents in writing.",
            "You are enrolled as a student at a college or university, or you graduated within the last 12 months before the event.",
            "You take part in one team only.",
            "What you told us about yourself is true. Bring your college ID or degree and a photo ID; we check them at the door.",
          ],
        },
        "Organisers, judges and mentors of this edition cannot compete.",
      ],
    },
    {
      id: "registration",
      title: "Account and registration",
      blocks: [
        "There is no registration fee, for individuals or for teams. Individuals may register; you need not have a team yet.",
        "An account on this website lets you form a team. Your place at the event is registered on the external registration page that we link to, which has terms of its own. Places are limited; we confirm teams by team finalization and may close registration when the hall is full.",
        "One person, one account. Keep your password to yourself and tell us if you think that someone else uses your account.",
      ],
    },
    {
      id: "teams",
      title: "Teams",
      blocks: [
        {
          kind: "list",
          items: [
            `A team that competes has ${rangeInWords(event.team)} members. A team can never have more than ${inWords(event.team.max)}.`,
            "Whoever creates the team leads it. If the leader leaves, the member who comes first in the list leads it from then on. If the last member leaves, the team is deleted.",
            "Anyone with the invite code can join while there is room. Share it only with people you want in your team.",
            [
              "Changes to the composition of a team must be requested 48 hours before the event. Write to ",
              organiserMail("Team change"),
              ". After that, we change a team only for reasons such as illness.",
            ],
            "Names and descriptions of teams must be fit for a stage. We may rename a team whose name is not.",
          ],
        },
      ],
    },
    {
      id: "your-project",
      title: "Your project",
      blocks: [
        "What you build is yours. You keep all rights in it, and how you share them within your team is your agreement with each other.",
        "You allow us to show your project's name, description, pictures and demo when we report about the event, with the name of your team and free of charge. You confirm that you may use everything in your project and that it breaks neither the law nor someone else's rights.",
      ],
    },
    {
      id: "prizes",
      title: "Judging and prizes",
      blocks: [
        [
          "Judges decide as described in ",
          { text: "how judging works", href: paths.judging },
          ". Their decision stands. Prizes go to the team in equal shares unless the team tells us otherwise. They cannot be exchanged for other prizes, and perks that sponsors give come from the sponsors on their conditions. Where the law demands it, tax is deducted before we pay; we may ask winners for the documents that this needs.",
        ],
        "A prize can be withdrawn if it turns out that the team was not eligible or broke the code of conduct.",
      ],
    },
    {
      id: "at-the-venue",
      title: "At the venue",
      blocks: [
        {
          kind: "list",
          items: [
            "Follow the rules of the venue and what organisers and security staff ask of you.",
            "You look after your belongings and equipment, and you answer for damage that you cause.",
            "Alcohol, drugs, tobacco and weapons are not allowed.",
            "We take photos and videos for reports about the event. Tell us at the door if you do not want to be in them; we mark your badge and leave you out.",
          ],
        },
      ],
    },
    {
      id: "this-website",
      title: "Using this website",
      blocks: [
        "Use it for what it is made for. Do not attack or overload it, read data that is not yours, guess invite codes, pretend to be someone else, or post what is unlawful or hurts others. If you find a security hole, tell us before you tell anyone else, and we will thank you.",
        "We may suspend an account that breaks these terms. Unless it would make things worse, we tell you why first and hear you.",
      ],
    },
    {
      id: "changes-to-the-event",
      title: "If the event changes",
      blocks: [
        "We may have to change the schedule or the venue, or to cancel, for safety or for reasons that we do not control. We then tell you as early as we can. As there is no fee, there is nothing to refund; please book travel and rooms that you can cancel.",
      ],
    },
    {
      id: "liability",
      title: "Who answers for what",
      blocks: [
        "We run the event and this website with care, as volunteers. We do not promise that the website is always available or free of mistakes. As far as the law allows, we do not answer for indirect loss, lost work or lost belongings. Nothing here limits what cannot be limited by law, such as liability for harm caused on purpose or by gross negligence, or your rights as a consumer.",
      ],
    },
    {
      id: "law-and-changes",
      title: "Law, changes, contact",
      blocks: [
        `The law of India applies, and the courts of ${legal.courts} decide. Talk to us first: most things can be solved in one email.`,
        [
          "If we change these terms, the date on top changes, and we tell account holders about changes that matter before they apply. Questions: ",
          organiserMail("Terms"),
          ".",
        ],
      ],
    },
  ],
} as const satisfies LegalPage;
