import { isAppError } from "#convex/platform/shared/errors";
import {
  FIELD_LABELS,
  type ProjectField,
} from "#convex/projects/shared/projects";
import { until } from "../../lib/listeners";

/** What can be unsaved on the project's page. */
export type KeptField = ProjectField | "hidesNames" | "pictures";

export const KEPT_LABELS: Record<KeptField, string> = {
  ...FIELD_LABELS,
  hidesNames: "Hide our names",
  pictures: "Pictures",
};

/** A part of the project's page that sends itself to the deployment. */
export type Editor = {
  readonly field: KeptField;
  /** `isAtRisk`: something that was typed is not on the deployment yet. */
  readonly getView: () => {
    text: string;
    isAtRisk: boolean;
    isLoaded?: boolean;
    /** Why it cannot be saved. */
    error?: string | undefined;
    /** How many changes of others it has taken in since it was there. */
    othersChanges: number;
  };
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what is unsent now, also what was refused before. */
  flush(): void;
  /**
   * Sends what is unsent, also what is typed meanwhile. Without a connection it stays pending.
   * @returns resolves once the deployment has everything
   * @throws the refusal, if the deployment refuses the text or it cannot be sent, such as one that is too long
   */
  settled(): Promise<void>;
};

/** @param requireFit throws if the text as it is now is refused */
export function settledOf(
  editor: Omit<Editor, "settled">,
  requireFit: () => void,
): Promise<void> {
  const isSettled = () => {
    const { isAtRisk, isLoaded = true } = editor.getView();
    if (isAtRisk) requireFit();
    return isLoaded && !isAtRisk;
  };
  editor.flush();
  return until(editor.subscribe, isSettled);
}

/** Whether trying again alone cannot help, such as when submissions are closed. */
export function isFinal(error: unknown): boolean {
  return isAppError(error) && error.data.code !== "rate_limited";
}
