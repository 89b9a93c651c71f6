import { StepButton } from "./step-plate";
import { useNoTeamStep } from "./use-moment";

/** What participants without a team are told wherever a page is for teams, and the way on. A live region. */
export function NoTeam({
  id,
  isShown = true,
}: {
  id?: string;
  /** False while the page says it in its own way; the region stays, so that a change is announced. */
  isShown?: boolean;
}) {
  const step = useNoTeamStep();
  return (
    <div aria-live="polite" className="no-room">
      {isShown && step && (
        <div className="stack gap-4 justify-items-start">
          <p id={id} className="measure">
            {step.sentence}
          </p>
          <StepButton {...step} />
        </div>
      )}
    </div>
  );
}
