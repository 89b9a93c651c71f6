import { useMutation } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { counted } from "#convex/platform/shared/text";
import { notify } from "../../../lib/notify";
import { AskingButton } from "../../../ui/confirmation";
import { paths } from "../../../paths";
import { CheckIcon } from "../../../ui/tool-icons";
import { addressOf } from "../frame/sections";
import type { Need } from "./needs";

/** What organisers should do now, each with the way to where it is done. */
export function NeedsList({ needs }: { needs: readonly Need[] }) {
  return (
    <section className="org-needs" aria-label="Needs you now">
      {needs.length === 0 ? (
        <p className="org-verdict flex gap-2 signal-text strong">
          <CheckIcon />
          Nothing needs you now.
        </p>
      ) : (
        <ul>
          {needs.map(({ count, words, to, isReminder }) => (
            <li key={words} className="ends line-below">
              <Link
                to={to === paths.help ? to : addressOf(to)}
                className="flex gap-3 items-center plain"
              >
                {count !== undefined && (
                  <strong className="headline tabular">{count}</strong>
                )}{" "}
                <span>{words}</span>
              </Link>
              {isReminder && <Reminder teams={count ?? 0} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Reminds every team that has not handed in, by mail and an announcement, which nobody can take back. */
function Reminder({ teams }: { teams: number }) {
  const remind = useMutation(api.organiser.remindUnsubmitted);
  const reminded = counted(teams, "team");
  return (
    <AskingButton
      label="Remind them"
      title={`Remind ${reminded}?`}
      text={`A mail goes to every member of ${reminded} without a hand-in, and everybody reads the announcement “Hand in your project” at once. A mail that has left cannot be taken back.`}
      confirm={`Remind ${reminded}`}
      tone="signal"
      failure="Failed to remind the teams"
      onConfirm={async () =>
        notify.success(`${counted(await remind({}), "team")} reminded`)
      }
    />
  );
}
