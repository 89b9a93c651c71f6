import { useState, type ComponentProps } from "react";
import { useAction } from "../lib/forms/use-action";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { DialogTrouble } from "./form-notice";
import type { Elements } from "./elements";

/** Asks before something is removed, closed or changed for others; stays open if that fails, and says why. */
export function Confirmation({
  isOpen,
  title,
  text,
  confirm,
  tone = "hot",
  instead,
  failure,
  children,
  onClose,
  onConfirm,
}: {
  isOpen: boolean;
  title: string;
  text: string;
  confirm: string;
  /** `signal` for an answer that removes nothing; `outline` beside a better one. */
  tone?: "hot" | "signal" | "outline";
  /** What is suggested in its place. */
  instead?: { label: string; onChoose: () => Promise<unknown> } | undefined;
  failure: string;
  /** What else can be chosen, such as a checkbox. */
  children?: Elements;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
}) {
  const [trouble, setTrouble] = useState<string>();
  const { run, isPending } = useAction(failure, setTrouble);

  function close() {
    setTrouble(undefined);
    onClose();
  }

  async function answer(choice: () => Promise<unknown>) {
    setTrouble(undefined);
    if (await run(choice)) close();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={title}
      actions={
        <>
          {/* What was pressed with no line is done when it is back. */}
          <Button onClick={close}>{isPending ? "Close" : "Cancel"}</Button>
          {instead && (
            <Button
              tone="signal"
              isPending={isPending}
              onClick={() => void answer(instead.onChoose)}
            >
              {instead.label}
            </Button>
          )}
          <Button
            tone={tone}
            isPending={isPending}
            onClick={() => void answer(onConfirm)}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
      {children}
      <DialogTrouble>{trouble}</DialogTrouble>
    </Dialog>
  );
}

type Question = Omit<ComponentProps<typeof Confirmation>, "isOpen" | "onClose">;

/**
 * A question that stays as it was asked, and so does what the answer acts on.
 * @returns `ask`, and the dialog
 */
export function useQuestion() {
  const [asked, ask] = useState<Question>();
  const dialog = (
    <Confirmation
      {...(asked ?? NOTHING)}
      isOpen={asked !== undefined}
      onClose={() => ask(undefined)}
    />
  );
  return { ask, dialog };
}

const NOTHING: Question = {
  title: "",
  text: "",
  confirm: "",
  failure: "",
  onConfirm: async () => {},
};

/** A button that asks first. */
export function AskingButton({
  label,
  button,
  isHarmless = false,
  ...question
}: {
  label: string;
  /** There is nothing to ask about now. */
  isHarmless?: boolean;
  button?: Omit<ComponentProps<typeof Button>, "children" | "onClick">;
} & Question) {
  const { ask, dialog } = useQuestion();
  const { run, isPending } = useAction(question.failure);
  const press = () =>
    isHarmless ? void run(question.onConfirm) : ask(question);
  return (
    <>
      <Button isPending={isPending} {...button} onClick={press}>
        {label}
      </Button>
      {dialog}
    </>
  );
}
