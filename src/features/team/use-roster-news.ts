import { useState } from "react";
import { MAX_TEAM_SIZE } from "#convex/shared/limits";
import type { TeamMember } from "#convex/shared/validators";

type Members = readonly TeamMember[];

/** A sentence for screen readers about the last change of the roster; empty until it changes. */
export function useRosterNews(members: Members): string {
  const [seen, setSeen] = useState(members);
  const [news, setNews] = useState("");
  if (seen !== members) {
    setSeen(members);
    setNews(describeChange(seen, members) ?? news);
  }
  return news;
}

/** Describes the difference between two rosters; undefined if nothing notable changed. */
export function describeChange(
  before: Members,
  after: Members,
): string | undefined {
  const sentences = [
    ...missingFrom(before, after).map(({ name }) => `${name} joined the team.`),
    ...missingFrom(after, before).map(({ name }) => `${name} left the team.`),
  ];
  const leader = leaderOf(after);
  if (leader !== undefined && leader.uid !== leaderOf(before)?.uid) {
    sentences.push(`${leader.name} is now the Team Leader.`);
  }
  if (sentences.length === 0) return undefined;
  sentences.push(`${after.length} of ${MAX_TEAM_SIZE} slots are filled.`);
  return sentences.join(" ");
}

function missingFrom(some: Members, others: Members): TeamMember[] {
  return others.filter(({ uid }) => some.every((one) => one.uid !== uid));
}

function leaderOf(members: Members): TeamMember | undefined {
  return members.find(({ role }) => role === "leader");
}
