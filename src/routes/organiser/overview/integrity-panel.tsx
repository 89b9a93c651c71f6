import type { Integrity } from "#convex/shared/organiser";
import { CheckIcon, WarningIcon } from "../../../ui/tool-icons";
import { counted } from "../frame/words";
import { TitledPanel } from "../frame/titled-panel";

/** Shows whether team rosters and accounts agree. The mutations guarantee it; this would show a bug. */
export function IntegrityPanel({ integrity }: { integrity: Integrity }) {
  return (
    <TitledPanel title="Integrity">
      {integrity.count === 0 ? (
        <p className="org-verdict">
          {integrity.isComplete && <CheckIcon />}
          {integrity.isComplete
            ? "All teams and accounts agree"
            : "Not checked: there are more rows than can be checked at once"}
        </p>
      ) : (
        <>
          <p className="org-verdict" data-hot="true">
            <WarningIcon />
            Something is wrong: {counted(integrity.count, "contradiction")}
          </p>
          <ul className="org-findings stack gap-2">
            {integrity.findings.map((finding) => (
              <li key={finding}>{finding}</li>
            ))}
          </ul>
        </>
      )}
      <p className="quiet text-s org-note">
        {counted(integrity.teamsChecked, "team")} and{" "}
        {counted(integrity.peopleChecked, "account")} read.
      </p>
    </TitledPanel>
  );
}
