import { useMutation } from "convex/react";
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { api } from "#convex/_generated/api";
import { MAX_PROJECT_DESCRIPTION_LENGTH } from "#convex/shared/limits";
import type { TextChanges } from "#convex/shared/projectValidators";
import { loadPart } from "../../lib/load-part";
import { useQuietLive } from "../../lib/use-live";
import { Button } from "../../ui/button";
import { Skeleton } from "../../ui/skeleton";
import { FieldFrame, SavedNote, type Bench } from "./fields";
import styles from "./fields.module.css";
import { keptText } from "./kept-texts";
import { SharedText } from "./shared-text";

const Markdown = lazy(async () => {
  const { Markdown: part } = await loadPart(
    () => import("../../features/markdown/markdown"),
  );
  return { default: part };
});

const LABEL = "Description";

/** The description, which all of the team type at once; natively, so that phones and screen readers know it. */
export function Description({ bench }: { bench: Bench }) {
  const { shared, text, isLoaded, isAtRisk, hasFailed, area } =
    useSharedText(bench);
  const [isTouched, setIsTouched] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const isShown = isPreview || !bench.isOpen;
  return (
    <FieldFrame
      bench={bench}
      field="description"
      label={LABEL}
      {...(!isShown && { labelFor: "project-description" })}
      note={<SavedNote isAtRisk={isAtRisk} isTouched={isTouched} />}
      error={hasFailed ? "Not saved. Trying again." : undefined}
    >
      {isShown ? (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <Markdown>{text === "" ? "Nothing here yet." : text}</Markdown>
        </Suspense>
      ) : (
        <div className={`${styles.grow} ${styles.words}`} data-text={text}>
          <textarea
            id="project-description"
            ref={area}
            className={styles.input}
            defaultValue={text}
            maxLength={MAX_PROJECT_DESCRIPTION_LENGTH}
            placeholder="What it does, how it works, what was hard. Markdown: # heading, **bold**, - list"
            readOnly={!isLoaded}
            onInput={({ currentTarget }) => {
              setIsTouched(true);
              shared.type(currentTarget.value, currentTarget.selectionEnd);
            }}
            onBlur={() => shared.flush()}
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

/** How many changes a query repeats before the page asks for later ones only. */
const MAX_REPEATED = 16;

function useSharedText({ project, selfId }: Bench) {
  const send = useMutation(api.projects.typeDescription);
  const area = useRef<HTMLTextAreaElement>(null);
  const [shared] = useState(
    () =>
      new SharedText({
        kept: keptText(project._id, selfId, "description"),
        send: async (edition, update) => send({ edition, update }),
      }),
  );
  const [after, setAfter] = useState<number | null>(null);
  const live = useQuietLive(api.projects.description, { after });
  const changes = live.status === "success" ? live.data : null;
  const isComposing = useComposing(area);
  useLayoutEffect(() => {
    if (changes === null || isComposing) return;
    apply(shared, area.current, changes);
    if (changes.state !== null || changes.updates.length > MAX_REPEATED)
      setAfter(changes.seq);
  }, [shared, changes, isComposing]);
  useEffect(() => () => shared.flush(), [shared]);
  const watch = <Value,>(get: () => Value) =>
    // eslint-disable-next-line react-hooks/rules-of-hooks -- always the same three
    useSyncExternalStore(shared.subscribe, get, get);
  return {
    shared,
    area,
    text: watch(shared.getText),
    isAtRisk: watch(shared.getIsAtRisk),
    hasFailed: watch(shared.getHasFailed),
    isLoaded: watch(shared.getIsLoaded),
  };
}

function apply(
  shared: SharedText,
  area: HTMLTextAreaElement | null,
  changes: TextChanges,
): void {
  const { selectionStart: start = 0, selectionEnd: end = 0 } = area ?? {};
  const selection = shared.receive(changes, { start, end });
  const text = shared.getText();
  if (area === null || area.value === text) return;
  area.value = text;
  if (document.activeElement === area)
    area.setSelectionRange(selection.start, selection.end);
}

/** While a keyboard composes a character, the field belongs to it. */
function useComposing(area: { readonly current: HTMLElement | null }): boolean {
  const [isComposing, setIsComposing] = useState(false);
  useEffect(() => {
    const element = area.current;
    const begin = () => setIsComposing(true);
    const end = () => setIsComposing(false);
    element?.addEventListener("compositionstart", begin);
    element?.addEventListener("compositionend", end);
    return () => {
      element?.removeEventListener("compositionstart", begin);
      element?.removeEventListener("compositionend", end);
    };
  });
  return isComposing;
}
