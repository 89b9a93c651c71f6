import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { useAction } from "./use-action";

/** Asks before something is removed or closed; stays open if that fails. */
export function Confirmation({
  isOpen,
  title,
  text,
  keep,
  confirm,
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
            tone="hot"
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
