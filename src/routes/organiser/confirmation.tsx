import { Button } from "../../ui/button";
import { Dialog } from "../../ui/dialog";
import { useAction } from "./use-action";

/** Asks once more before something is taken away; stays open if it could not be done. */
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
  /** The answer that changes nothing. */
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
