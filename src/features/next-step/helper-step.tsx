import type { HelperRole } from "#convex/platform/shared/roles";
import { useSettings } from "../../lib/settings/live-settings";
import { paths } from "../../paths";
import { LinkButton } from "../../ui/button";
import { StepPlate } from "./step-plate";

const desk = { label: "Judge projects", to: paths.judge };

const onDashboard = {
  organiser: {
    sentence: "You are an organiser. What needs you now is in your area.",
    way: { label: "Open the area", to: paths.organiser },
  },
  judge: {
    sentence: "You are a judge. Your projects wait on a page of their own.",
    way: desk,
  },
  mentor: {
    sentence:
      "You are a mentor. What the organisers announce, the schedule and the resources are here.",
    way: undefined,
  },
};

const elsewhere = {
  ...onDashboard,
  judge: {
    sentence:
      "Judges are in no team. Your projects wait on a page of their own.",
    way: desk,
  },
  mentor: {
    sentence:
      "Mentors are in no team. What the organisers announce is on your dashboard.",
    way: { label: "Open the dashboard", to: paths.dashboard },
  },
};

/** While teams can ask for help, on every page. */
const help = {
  sentence: "Teams that need help wait in the queue.",
  way: { label: "Open the queue", to: paths.help },
};

/** The task of an organiser, a judge or a mentor with a link to it, where participants see their next step. */
export function HelperStep({
  role,
  isOnDashboard = false,
}: {
  role: HelperRole | "organiser";
  isOnDashboard?: boolean;
}) {
  const isHelpOpen = useSettings()?.helpOpen === true;
  const { sentence, way } =
    role === "mentor" && isHelpOpen
      ? help
      : (isOnDashboard ? onDashboard : elsewhere)[role];
  return (
    <StepPlate sentence={sentence}>
      {way && (
        <LinkButton to={way.to} tone="signal">
          {way.label}
        </LinkButton>
      )}
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
export function HelperPage({ role }: { role: HelperRole }) {
  return (
    <div className="stack gap-6 page-padding">
      <h1>For participants</h1>
      <HelperStep role={role} />
    </div>
  );
}
