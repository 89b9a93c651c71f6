import type { Pass } from "#convex/shared/checkIns";
import { QrCode } from "../../features/team/qr-code";
import { formatTime } from "../../lib/format-date";
import { Fitted } from "../../ui/fitted";
import { Written } from "../../ui/written";

/** The player's pass: whose it is in large, and the code in a white field, which a camera reads from a screen in any light. */
export function PassCard({ pass }: { pass: Pass }) {
  const { text, name, college, teamName, checkedInAt } = pass;
  return (
    <article
      className="plate stack gap-3 pass-card"
      data-in={checkedInAt !== null || undefined}
      aria-label="Your pass"
    >
      <div className="stack gap-1 min-w-0">
        <p className="pass-name">
          <Fitted>{name}</Fitted>
        </p>
        <p className="text-l tight">
          {teamName === null ? "No team yet" : <Written>{teamName}</Written>}
        </p>
        {college && (
          <p className="soft text-l tight">
            <Written>{college}</Written>
          </p>
        )}
      </div>
      <QrCode text={text} />
      {checkedInAt !== null && (
        <p className="signal-text strong">
          Checked in at {formatTime(checkedInAt)}
        </p>
      )}
    </article>
  );
}
