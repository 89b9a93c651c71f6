/** The prizes. The two tracks are named after their sponsors, `trackSponsors` in sponsors.ts. */
import { trackSponsors } from "./sponsors";

/** The total in round figures; the page counts up to it. */
export const prizePool = {
  currency: "USD",
  value: 770,
} as const;

export const prizes = [
  {
    id: "first-place",
    title: "1st place",
    amounts: [{ currency: "INR", value: 15_000 }],
    icon: icon("first-place"),
    perks: ["Internships", "Gaming hardware", "Mentorship"],
    awards: [],
  },
  {
    id: "second-place",
    title: "2nd place",
    amounts: [{ currency: "INR", value: 10_000 }],
    icon: icon("second-place"),
    perks: ["Job interviews", "Gadgets", "Mentorship"],
    awards: [],
  },
  {
    id: "special-awards",
    title: "Special awards",
    amounts: [
      { currency: "INR", value: 25_000 },
      { currency: "USD", value: 200 },
    ],
    icon: icon("special-awards"),
    perks: ["Conference passes", "Gadgets", "Mentorship"],
    awards: [
      {
        id: "best-freshers",
        title: "Best Freshers",
        description: "The strongest team made of first-year students.",
        icon: icon("best-freshers"),
      },
      {
        id: "best-game-dev-project",
        title: "Best Game Dev Project",
        description: "The game we cannot put down.",
        icon: icon("best-game-dev-project"),
      },
      {
        id: "all-girls-team",
        title: "All Girls Team",
        description: "The best project by a team of women.",
        icon: icon("all-girls-team"),
      },
      {
        id: "sponsor-track-cloud",
        title: trackOf(trackSponsors.cloud),
        description: `The best use of ${trackSponsors.cloud.name}'s cloud.`,
        icon: icon("cloud-track"),
      },
      {
        id: "sponsor-track-data",
        title: trackOf(trackSponsors.data),
        description: `The best use of ${trackSponsors.data.name}'s database.`,
        icon: icon("data-track"),
      },
      {
        id: "community-app-dev",
        title: "Community App Dev",
        description: "The app that a community could use tomorrow.",
        icon: icon("community-app-dev"),
      },
    ],
  },
] as const;

function icon(name: string) {
  return { src: `/images/prizes/${name}.svg`, width: 64, height: 64, alt: "" };
}

/** The name of a sponsor's track. */
function trackOf({ name }: { name: string }): string {
  return `${name} Track`;
}
