import type { HelperRole } from "#convex/platform/shared/roles";
import { useSettings } from "../../lib/settings/live-settings";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { staff } from "./standing";
import { useMoment } from "./use-moment";
import { StepButton, StepPlate } from "./step-plate";

/** The task of an organiser, a judge or a mentor with a link to it, where participants see their next step. */
export function HelperStep({ of: role }: { of: HelperRole | "organiser" }) {
  const moment = useMoment();
  const isHelpOpen = useSettings()?.helpOpen === true;
  if (moment === undefined) return null;
  const step =
    role === "mentor" && isHelpOpen
      ? { ...staff.mentor.building, sentence: "Teams that need help wait." }
      : staff[role][moment];
  return (
    <StepPlate sentence={step.sentence}>
      <StepButton {...step} />
    </StepPlate>
  );
}

/** For whom organisers have named for the check-in desk, beside their own next step. */
export function DeskStep() {
  return (
    <StepPlate
      label="Check-in desk"
      sentence="You help at the check-in desk. Open it once on this phone before the queue comes: it works with no connection then."
    >
      <LinkButton to={paths.checkIn}>Open the desk</LinkButton>
    </StepPlate>
  );
}

/** The page for judges and mentors at the addresses where participants form teams and write projects. */
export function HelperPage({ of: role }: { of: HelperRole }) {
  return (
    <div className="stack gap-6 page-padding">
      <h1>For participants</h1>
      <p className="soft">Judges and mentors are in no team.</p>
      <HelperStep of={role} />
    </div>
  );
}
