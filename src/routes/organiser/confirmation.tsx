import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { useAction } from "./use-action";

/** Asks before something is removed, closed or changed for others; stays open if that fails. */
export function Confirmation({
  isOpen,
  title,
  text,
  keep,
  confirm,
  tone = "hot",
  failure,
  onClose,
  onConfirm,
}: {
  isOpen: boolean;
  title: string;
  text: string;
  /** The label of the answer that changes nothing. */
  keep: string;
  confirm: string;
  /** `signal` for an answer that takes nothing away. */
  tone?: "hot" | "signal";
  failure: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const { run, isPending } = useAction(failure);

  async function answer() {
    if (await run(onConfirm)) onClose();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            tone={tone}
            isPending={isPending}
            onClick={() => void answer()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
