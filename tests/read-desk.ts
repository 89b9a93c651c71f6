import type { FunctionReference, FunctionReturnType } from "convex/server";
import { api } from "#convex/_generated/api";
import { cardsOf } from "#convex/judging/shared/judging";

type Judging = typeof api.judging;
type Call<Of extends FunctionReference<"query">> = (
  reference: Of,
  args: Record<string, never>,
) => Promise<FunctionReturnType<Of>>;

/** Reads a judge's desk as their page shows it. */
export async function readDesk(judge: {
  query: Call<Judging["desk"]> & Call<Judging["projects"]>;
}) {
  const desk = await judge.query(api.judging.desk, {});
  const projects = await judge.query(api.judging.projects, {});
  return { ...desk, cards: cardsOf(projects, desk) };
}
