import { helpClosed } from "../../features/next-step/standing";
import { useMoment } from "../../features/next-step/use-moment";
import { StepButton } from "../../features/next-step/step-plate";
import { paths } from "../../paths";
import { LoadingTitle, Skeleton } from "../../ui/skeleton";

export function HelpPending() {
  return (
    <>
      <LoadingTitle>Loading the queue</LoadingTitle>
      <Skeleton height="16rem" />
    </>
  );
}

/** While an organiser has not opened it, or has closed it. */
export function HelpClosed({
  reader,
}: {
  reader: "member" | "mentor" | "organiser";
}) {
  const moment = useMoment();
  const step = moment && helpClosed(reader, moment);
  return (
    <>
      <h1>Help is closed</h1>
      {step && (
        <div className="stack gap-4 justify-items-start">
          <p className="soft measure">{step.sentence}</p>
          {step.href !== paths.help && <StepButton {...step} />}
        </div>
      )}
    </>
  );
}
