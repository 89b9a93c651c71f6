import { api } from "#convex/_generated/api";
import type { Cast, Stage } from "./stage";

/** One person in twenty asks to leave; the organiser approves every second request. */
export async function changesAfterFreeze(
  { ledger }: Stage,
  { organiser, teams }: Cast,
): Promise<void> {
  for (const [nth, team] of teams.entries()) {
    if (nth % 5 !== 1) continue;
    const person = team.members.at(-1);
    if (person === undefined) continue;
    const requestId = await person.press(api.changeRequests.send, {
      kind: "leave",
      reason: "I have an exam on Sunday and cannot come.",
    });
    if (requestId === undefined || requestId === null) continue;
    const isApproved = nth % 10 === 1;
    const answer = { requestId, answer: "Talk to us beside the stage." };
    if (!isApproved) {
      await organiser.press(api.changeRequests.decline, answer);
      continue;
    }
    await organiser.press(api.changeRequests.approve, answer);
    team.members.pop();
    ledger.acknowledged(
      `team of ${person.email}`,
      `${person.name} in no team`,
      async () => {
        const me = await person.stored(api.users.me, {});
        return me?.teamId === null;
      },
    );
  }
}
