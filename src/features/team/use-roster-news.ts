import { useState } from "react";
import { MAX_TEAM_SIZE } from "../../../convex/shared/limits";
import type { TeamMember } from "../../../convex/shared/validators";

type Members = readonly TeamMember[];

/** One sentence about the last change of a roster, for screen readers; empty until something changes. */
export function useRosterNews(members: Members): string {
  const [seen, setSeen] = useState(members);
  const [news, setNews] = useState("");
  if (seen !== members) {
    setSeen(members);
    setNews(describeChange(seen, members) ?? news);
  }
  return news;
}

/** What changed between two rosters, in words; undefined if nothing that is worth saying. */
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
