import { useId, useState } from "react";
import { Panel } from "../../ui/panel";
import { CreateTeamForm } from "./create-team-form";
import { JoinTeamForm } from "./join-team-form";
import { NoTeam } from "../standing/no-team";

const NOTE = "What you typed stays here in case they open again.";

/** Hides the forms while team changes are closed; open forms stay, disabled, so that nothing typed is lost. */
export function TeamChoices({
  isOpen,
  closedBy: reasonId,
}: {
  isOpen: boolean;
  /** The id of a text on the page that says that they are closed; without it, the notice is rendered here. */
  closedBy?: string;
}) {
  const noticeId = useId();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const closedBy = isOpen ? undefined : (reasonId ?? noticeId);
  return (
    <div className="stack gap">
      {reasonId === undefined && <NoTeam id={noticeId} isShown={!isOpen} />}
      {wasOpen && !isOpen && <p>{NOTE}</p>}
      {wasOpen && (
        <div className="stack gap wide-halves">
          <Panel>
            <CreateTeamForm closedBy={closedBy} />
          </Panel>
          <Panel>
            <JoinTeamForm closedBy={closedBy} />
          </Panel>
        </div>
      )}
    </div>
  );
}
