import { useConvex, useMutation } from "convex/react";
import {
  Suspense,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/platform/shared/input";
import { descriptionSchema } from "#convex/projects/shared/projects";
import { lazyPart } from "../../lib/connection/load-part";
import { quietly } from "../../lib/connection/quiet-calls";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { attachArea } from "./description-area";
import {
  FieldFrame,
  Needed,
  SavedNote,
  useListed,
  type Bench,
  type Writing,
} from "./fields";
import styles from "./fields.module.css";
import { followDescription } from "./follow-description";
import { keptText } from "../../lib/outbox/kept-texts";
import { SharedText, type TextView } from "./shared-text";

const Markdown = lazyPart(
  async () => (await import("../../features/markdown/markdown")).Markdown,
);

const LABEL = "Description";
const NOTE_ID = "project-description-note";

/**
 * The description, which the whole team can edit at once; a native text area, so that phones and screen readers support
 * it.
 */
export function Description({ bench }: { bench: Bench }) {
  const { view, attach } = useDescription(bench);
  const { text, isLoaded, isAtRisk, isTouched, error } = view;
  const [isPreview, setIsPreview] = useState(false);
  const isShown = isPreview || !bench.isOpen;
  const checked = check(descriptionSchema, text);
  const tooLong = checked.ok ? undefined : checked.refusals[0]?.message;
  return (
    <FieldFrame
      bench={bench}
      field="description"
      label={LABEL}
      {...(!isShown && { labelFor: "project-description" })}
      note={
        bench.missing.fields.includes("description") ? (
          <Needed id={NOTE_ID} />
        ) : (
          <SavedNote
            isAtRisk={isAtRisk}
            isTouched={isTouched}
            isRefused={!checked.ok || error !== undefined}
          />
        )
      }
      error={tooLong ?? error}
      errorId="project-description-error"
    >
      {isShown ? (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <Markdown below={1}>
            {text === "" ? "Nothing here yet." : text}
          </Markdown>
        </Suspense>
      ) : (
        <div
          className={`grid min-w-0 measure ${styles.grow} ${styles.words}`}
          data-text={text}
        >
          <textarea
            id="project-description"
            ref={attach}
            className={styles.input}
            data-lasting
            placeholder="What it does, how it works, what was hard. Markdown: # heading, **bold**, - list"
            readOnly={!isLoaded}
            aria-invalid={!checked.ok}
            aria-describedby={
              checked.ok ? NOTE_ID : "project-description-error"
            }
          />
        </div>
      )}
      {bench.isOpen && (
        <div>
          <Button
            tone="quiet"
            aria-pressed={isPreview}
            onClick={() => setIsPreview(!isPreview)}
          >
            {isPreview ? "Write" : "Preview"}
          </Button>
        </div>
      )}
    </FieldFrame>
  );
}

/** The shared text of a project's page. */
export function useSharedText(projectId: string, selfId: string): SharedText {
  const type = useMutation(api.projects.typeDescription);
  const [shared] = useState(
    () =>
      new SharedText({
        kept: keptText(projectId, selfId, "description"),
        send: async (edition, update) => quietly(type({ edition, update })),
      }),
  );
  return shared;
}

/** What `read` returns of the text, which is compared: the component is drawn again only if that changes. */
export function useTextView<Read>(
  shared: SharedText,
  read: (view: TextView) => Read,
): Read {
  return useSyncExternalStore(shared.subscribe, () => read(shared.getView()));
}

const whole = (view: TextView) => view;

/** The text, subscribed while the page is open. */
export function useDescription(bench: Writing & Pick<Bench, "shared">) {
  const { shared, project } = bench;
  const convex = useConvex();
  const view = useTextView(shared, whole);
  const readKey = project.textReadKey;
  const { loads } = view;
  useEffect(
    () => followDescription(convex, readKey, shared),
    [convex, shared, readKey, loads],
  );
  useEffect(() => shared.open(), [shared]);
  useListed(bench, shared);
  const attach = useCallback(
    (area: HTMLTextAreaElement) => attachArea(area, shared),
    [shared],
  );
  return { view, attach };
}
