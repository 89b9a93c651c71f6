import { useEffect, useRef, useState } from "react";
import {
  MAX_TEAM_SIZE,
  isFull,
  type TeamMember,
  type TeamView,
} from "#convex/teams/shared/teams";
import { notify } from "../../lib/notify";

type Members = readonly TeamMember[];

/**
 * Shows a toast, which screen readers read, for each change of the roster by teammates while the page is open. The
 * reader's own changes are confirmed where they are made.
 * @param team undefined while it is not known, null without one
 * @returns the team for a moment after it has become full; null otherwise
 */
export function useTeamNews(
  team: TeamView | null | undefined,
  selfId: string | undefined,
): TeamView | null {
  useChangeToast(team, selfId);
  const [last, setLast] = useState(team);
  const [complete, setComplete] = useState<TeamView | null>(null);
  if (team !== undefined && team !== last) {
    setLast(team);
    if (last !== undefined && hasBecomeFull(last, team)) setComplete(team);
  }
  useEffect(() => {
    if (complete === null) return;
    const timer = setTimeout(() => setComplete(null), MOMENT_MS);
    return () => clearTimeout(timer);
  }, [complete]);
  const isStillFull =
    team?._id === complete?._id && isFull(team?.members ?? []);
  return isStillFull ? complete : null;
}

/** As long as a plain toast. */
const MOMENT_MS = 4_000;

function useChangeToast(
  team: TeamView | null | undefined,
  selfId: string | undefined,
): void {
  const before = useRef(team);
  useEffect(() => {
    const last = before.current;
    before.current = team;
    if (!last || last._id !== team?._id) return;
    const news = describeChange(last.members, team.members, selfId);
    if (news !== undefined) notify.plain(news);
  }, [team, selfId]);
}

function hasBecomeFull(before: TeamView | null, after: TeamView | null) {
  if (after === null || !isFull(after.members)) return false;
  return before?._id !== after._id || !isFull(before.members);
}

/** Describes what others have changed between two rosters; undefined if nothing notable. */
export function describeChange(
  before: Members,
  after: Members,
  selfId: string | undefined,
): string | undefined {
  const isOther = ({ uid }: TeamMember) => uid !== selfId;
  const joined = missingFrom(before, after).filter(isOther);
  const left = missingFrom(after, before).filter(isOther);
  const sentences = [
    ...joined.map(({ name }) => `${name} joined the team.`),
    ...left.map(({ name }) => `${name} left the team.`),
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
