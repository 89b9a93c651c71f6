import type { Integrity } from "#convex/shared/organiser";
import { counted } from "#convex/shared/text";
import { CheckIcon, WarningIcon } from "../../../ui/tool-icons";

/** Shows whether team rosters and accounts agree. The mutations guarantee it; this would show a bug. */
export function IntegrityLine({
  integrity: { count, isComplete, findings, teamsChecked, peopleChecked },
}: {
  integrity: Integrity;
}) {
  if (count === 0) {
    return (
      <p className="flex gap-2 items-center quiet text-s">
        {isComplete && <CheckIcon />}
        {isComplete
          ? `All teams and accounts agree: ${counted(teamsChecked, "team")}, ${counted(peopleChecked, "account")}.`
          : "Not checked: there are more rows than can be checked at once"}
      </p>
    );
  }
  return (
    <section className="stack gap-3" aria-label="Integrity">
      <p className="org-verdict flex gap-2 hot-text strong">
        <WarningIcon />
        Something is wrong: {counted(count, "contradiction")}
      </p>
      <ul className="org-findings stack gap-2">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </section>
  );
}
