import { useMutation } from "convex/react";
import { Link } from "react-router-dom";
import { api } from "#convex/_generated/api";
import { counted } from "#convex/shared/text";
import { notify } from "../../../lib/notify";
import { useAction } from "../../../lib/use-action";
import { Button } from "../../../ui/button";
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
                to={addressOf(to)}
                className="flex gap-3 items-center plain"
              >
                {count !== undefined && (
                  <strong className="headline tabular">{count}</strong>
                )}{" "}
                <span>{words}</span>
              </Link>
              {isReminder && <Reminder />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Reminds every team that has not handed in, by mail and an announcement. */
function Reminder() {
  const remind = useMutation(api.organiser.remindUnsubmitted);
  const { run, isPending } = useAction("Failed to remind the teams");
  return (
    <Button
      isPending={isPending}
      onClick={() =>
        void run(async () =>
          notify.success(`${counted(await remind({}), "team")} reminded`),
        )
      }
    >
      Remind them
    </Button>
  );
}
