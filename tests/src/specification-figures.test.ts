/** The figures that the specification names. Other tests take them from the content, and another edition has others. */
import { beforeEach, expect, test } from "vitest";
import { MAX_TEAM_SIZE } from "#convex/teams/shared/teams";
import { event } from "../../src/content/event";
import * as Faq from "../../src/content/faq";
import { mailSubjects, mailTo, socialLinks } from "../../src/content/contact";
import { eventStructuredData } from "../../src/content/link-previews";
import { links } from "#edition/links";
import { codeOfConduct } from "../../src/content/legal/code-of-conduct";
import { privacyPolicyHindi } from "../../src/content/legal/privacy-policy-hindi";
import { privacyPolicy } from "../../src/content/legal/privacy-policy";
import { termsOfService } from "../../src/content/legal/terms-of-service";
import { paidOut, prizePool, prizes } from "../../src/content/prizes";
import { sponsorGroups, trackSponsors } from "#edition/sponsors";
import { aboutStats, heroStats, teamPlaces } from "../../src/content/stats";
import { aboutTimeline, landingTimeline } from "../../src/content/timeline";
import { isOurs } from "../ours";

beforeEach(({ skip }) => skip(!isOurs));

test("lists are as long as the pages need them", () => {
  expect(landingTimeline).toHaveLength(5);
  expect(aboutTimeline).toHaveLength(3);
  expect(Faq.aboutQuestions).toHaveLength(5);
  expect(Faq.contactQuestions).toHaveLength(4);
  expect(socialLinks).toHaveLength(3);
  expect(
    sponsorGroups.map(({ id, sponsors }) => [id, sponsors.length]),
  ).toEqual([
    ["sponsors", 14],
    ["community-partners", 10],
  ]);
});

test("days, hours and places are those of the edition", () => {
  expect(event.hours).toBe(36);
  expect(teamPlaces).toBe(60);
  expect(MAX_TEAM_SIZE).toBe(4);
  const days = [
    ...landingTimeline.map(({ date }) => date),
    event.registrationDeadline,
  ];
  expect(days).toEqual(
    [
      "2025-04-30",
      "2025-05-25",
      "2025-06-15",
      "2025-06-28",
      "2025-06-29",
      "2025-05-15",
    ].map((day) => `${day}T00:00:00+05:30`),
  );
});

test("counters end on their figures", () => {
  expect(heroStats.map(({ value }) => value)).toEqual([36, 60, 240]);
  expect(aboutStats.map(({ value }) => value)).toEqual([36, 60, 240, 50]);
});

test("prizes are worth what was promised", () => {
  expect(prizePool).toEqual({ currency: "USD", value: 770 });
  expect(prizes.map(({ id, amounts }) => [id, amounts])).toEqual([
    ["first-place", [{ currency: "INR", value: 15_000 }]],
    ["second-place", [{ currency: "INR", value: 10_000 }]],
    [
      "special-awards",
      [
        { currency: "INR", value: 25_000 },
        { currency: "USD", value: 200 },
      ],
    ],
  ]);
  expect(prizes.flatMap(({ awards }) => [...awards])).toHaveLength(6);
  expect(paidOut).toEqual([
    { currency: "INR", value: 50_000 },
    { currency: "USD", value: 200 },
  ]);
});

test("every perk is given with some prize", () => {
  expect(
    [...new Set(prizes.flatMap(({ perks }) => [...perks]))].toSorted(),
  ).toEqual([
    "Conference passes",
    "Gadgets",
    "Gaming hardware",
    "Internships",
    "Job interviews",
    "Mentorship",
  ]);
});

test("the event is described by its two days, and sponsors write under its name", () => {
  expect(eventStructuredData("https://hackarena.test")).toMatchObject({
    "@context": "https://schema.org",
    startDate: "2025-06-28",
    endDate: "2025-06-29",
    isAccessibleForFree: true,
    location: { "@type": "Place", address: { addressCountry: "IN" } },
    offers: { price: "0", priceCurrency: "INR" },
  });
  expect(mailTo(mailSubjects.sponsorship)).toBe(
    `mailto:${links.contactEmail}?subject=Sponsorship%20Inquiry%20-%20HackArena%202025`,
  );
});

test("tracks are named after sponsors on the wall", () => {
  const names = sponsorGroups[0].sponsors.map(({ name }) => name);
  for (const { name } of Object.values(trackSponsors)) {
    expect(names).toContain(name);
    expect(JSON.stringify(prizes)).toContain(`${name} Track`);
  }
});

test("legal pages carry the day on which they were written", () => {
  for (const { dated } of [
    privacyPolicy,
    privacyPolicyHindi,
    termsOfService,
    codeOfConduct,
  ])
    expect(dated).toBe("2025-04-22T00:00:00+05:30");
});
