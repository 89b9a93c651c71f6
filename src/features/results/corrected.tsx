import type { Correction } from "#convex/judging/shared/judging";
import { formatMoment } from "../../lib/time/format-time";
import { Written } from "../../ui/written";

/** That an award was corrected after the publication, when and why; nothing for the others. */
export function Corrected({
  award,
  corrections = [],
}: {
  award: string;
  corrections?: readonly Correction[] | undefined;
}) {
  const last = corrections.find((it) => it.award === award);
  if (last === undefined) return null;
  return (
    <p className="soft text-s">
      Corrected on <span>{formatMoment(last.at)}</span>:{" "}
      <Written>{last.reason}</Written>
    </p>
  );
}
