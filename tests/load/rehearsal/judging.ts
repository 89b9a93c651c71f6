import type { FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { MARKS } from "#convex/judging/shared/judging";
import { openPage } from "../pages";
import { appointed, AT, chancesOf, type Cast, type Stage } from "./stage";

const JUDGES = 8;
const PER_PROJECT = 3;

export async function judging(
  stage: Stage,
  { organiser }: Cast,
): Promise<void> {
  const { ledger, tempo, faults } = stage;
  const judges = await appointed(stage, "judge", JUDGES);
  // The overview asks once hand-ins are closed.
  organiser.watch(api.judging.progress, {});
  await organiser.press(api.judging.assign, { perProject: PER_PROJECT });
  const until = AT.results - 20;
  await Promise.all(
    judges.map(async (judge, nth) => {
      const random = chancesOf(stage, judge.email);
      await openPage(judge, "judge");
      const { criteria } = await judge.query(api.judging.desk, {});
      const projects = await judge.query(api.judging.projects, {});
      const each = (until - tempo.now()) / (projects.length + 1);
      if (nth === 0 && faults.has("line")) {
        ledger.faults.push(
          "A judge's line was away for the first half of judging",
        );
        judge.line.cut(tempo.msUntil(tempo.now() + (until - tempo.now()) / 2));
      }
      for (const { projectId } of projects) {
        const marks = Object.fromEntries(
          criteria.map(({ id }) => [
            id,
            MARKS[Math.floor(random() * MARKS.length)] ?? 3,
          ]),
        );
        await judge.press(api.judging.score, { projectId, marks });
        ledger.acknowledged(
          `mark of ${judge.email} for ${projectId}`,
          `a mark of ${judge.name}`,
          async () =>
            hasMark(await judge.stored(api.judging.desk, {}), projectId),
        );
        await tempo.pass(each * (0.5 + random()));
      }
    }),
  );
}

function hasMark(
  { marks }: FunctionReturnType<typeof api.judging.desk>,
  projectId: string,
): boolean {
  return marks.some((one) => one.projectId === projectId);
}
