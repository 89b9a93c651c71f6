import { StepButton } from "../next-step/step-plate";
import { useNoTeamStep } from "./use-moment";

/** What participants without a team are told wherever a page is for teams, and the way on. A live region. */
export function NoTeam({ id }: { id?: string }) {
  const step = useNoTeamStep();
  return (
    <div aria-live="polite" className="no-room stack gap-4 justify-items-start">
      {step && (
        <>
          <p id={id} className="measure">
            {step.sentence}
          </p>
          <StepButton {...step} />
        </>
      )}
    </div>
  );
}
