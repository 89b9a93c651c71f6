import { useAction } from "../lib/use-action";
import { Button } from "./button";

/** What a press has done, read out, with the way back in the same place. */
export function UndoNote({
  children,
  label = "Undo",
  failure,
  onUndo,
}: {
  children: string;
  label?: string;
  /** What is said if the way back fails for no reason of the catalogue. */
  failure: string;
  onUndo: () => Promise<unknown>;
}) {
  const { run, isPending } = useAction(failure);
  return (
    <div className="flex gap-3 items-center justify-between">
      <output className="min-w-0">{children}</output>
      <div className="rigid">
        {/* Several may stand on one page. */}
        <Button
          aria-label={`${label}: ${children}`}
          isPending={isPending}
          onClick={() => void run(onUndo)}
        >
          {label}
        </Button>
      </div>
    </div>
  );
}
