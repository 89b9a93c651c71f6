import { useState } from "react";
import { useAction } from "../lib/forms/use-action";
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

/**
 * The note of the last press, until it is taken back.
 * @returns the note, what offers the way back after a press, and the key that it was given: what it concerns
 */
export function useUndo(failure: string) {
  const [done, setDone] = useState<{
    words: string;
    undo: () => Promise<unknown>;
    key: string | undefined;
  }>();
  const offer = (words: string, undo: () => Promise<unknown>, key?: string) =>
    setDone({ words, undo, key });
  const note = done && (
    <UndoNote
      failure={failure}
      onUndo={async () => {
        await done.undo();
        setDone(undefined);
      }}
    >
      {done.words}
    </UndoNote>
  );
  return [note, offer, done?.key] as const;
}
