import { useConvex, useMutation } from "convex/react";
import {
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { api } from "#convex/_generated/api";
import { check } from "#convex/platform/shared/input";
import { descriptionSchema } from "#convex/projects/shared/projects";
import { lazyPart } from "../../lib/connection/load-part";
import { quietly } from "../../lib/connection/quiet-calls";
import { useMedia } from "../../lib/use-media";
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
import type { Mark } from "./marking";
import { SharedText, type TextView } from "./shared-text";

const Markdown = lazyPart(
  async () => (await import("../../features/markdown/markdown")).Markdown,
);

const LABEL = "Description";
const AREA_ID = "project-description";
const NOTE_ID = "project-description-note";

/**
 * The description, which the whole team can edit at once; a native text area, so that phones and screen readers support
 * it.
 */
export function Description({ bench }: { bench: Bench }) {
  const { view, attach } = useDescription(bench);
  const isWide = useIsWide();
  const { text, isLoaded, isAtRisk, isTouched, error } = view;
  const [isPreview, setIsPreview] = useState(false);
  const isShown = (isPreview && !isWide) || !bench.isOpen;
  const checked = check(descriptionSchema, text);
  const tooLong = checked.ok ? undefined : checked.refusals[0]?.message;
  return (
    <FieldFrame
      bench={bench}
      field="description"
      label={LABEL}
      {...(!isShown && { labelFor: AREA_ID })}
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
      {bench.isOpen && !isWide && (
        <div className="row gap-2 screen-only">
          {!isShown && <MarkKeys shared={bench.shared} />}
          <div className="push">
            <Button
              tone="quiet"
              aria-pressed={isPreview}
              onClick={() => setIsPreview(!isPreview)}
            >
              {isPreview ? "Write" : "Preview"}
            </Button>
          </div>
        </div>
      )}
      {isShown ? (
        <Rendered below={1} text={text} />
      ) : (
        <div
          className={`grid min-w-0 measure ${styles.grow} ${styles.words}`}
          data-text={text}
        >
          <textarea
            id={AREA_ID}
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
    </FieldFrame>
  );
}

/** What Markdown writes with signs that a phone's keyboard hides. */
function MarkKeys({ shared }: { shared: SharedText }) {
  function press(mark: Mark) {
    const area = document.getElementById(AREA_ID);
    // A word that is being composed ends first.
    area?.blur();
    area?.focus();
    shared.mark(mark);
  }
  return (
    <>
      <Button aria-label="Bold" onClick={() => press("bold")}>
        B
      </Button>
      <Button aria-label="Heading" onClick={() => press("heading")}>
        H
      </Button>
      <Button onClick={() => press("list")}>List</Button>
    </>
  );
}

/** The description beside its text, as the gallery will show it; nothing where there is no room for it, or nothing is written. */
export function DescriptionPreview({ bench }: { bench: Bench }) {
  const text = useDeferredValue(useTextView(bench.shared, (view) => view.text));
  if (!useIsWide() || !bench.isOpen) return null;
  return (
    <section className="grid gap-4 content-start min-w-0 screen-only">
      <p className="quiet text-s">As the gallery will show it</p>
      <h2>About</h2>
      <Rendered below={2} text={text} />
    </section>
  );
}

function Rendered({ below, text }: { below: 1 | 2; text: string }) {
  return (
    <Suspense fallback={<Skeleton height="12rem" />}>
      <Markdown below={below}>
        {text === "" ? "Nothing here yet." : text}
      </Markdown>
    </Suspense>
  );
}

/** Room for the text and its preview beside each other. */
const useIsWide = () => useMedia("(min-width: 64rem)");

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
