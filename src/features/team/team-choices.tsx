import { useState } from "react";
import { Panel } from "../../ui/panel";
import { CreateTeamForm } from "./create-team-form";
import { JoinTeamForm } from "./join-team-form";

/** Hides the forms while no team can be joined; open forms stay, disabled, so that nothing typed is lost. */
export function TeamChoices({
  isOpen,
  closedBy: reasonId,
}: {
  isOpen: boolean;
  /** The id of a text on the page that says why they are closed. */
  closedBy: string;
}) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const closedBy = isOpen ? undefined : reasonId;
  return (
    wasOpen && (
      <div className="stack gap">
        {!isOpen && <p>What you typed stays here in case they open again.</p>}
        <div className="stack gap wide-halves">
          <Panel>
            <CreateTeamForm closedBy={closedBy} />
          </Panel>
          <Panel>
            <JoinTeamForm closedBy={closedBy} />
          </Panel>
        </div>
      </div>
    )
  );
}
