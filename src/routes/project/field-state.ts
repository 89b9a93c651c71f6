/**
 * The state of a field that a page edits: the typed text, its base, the change being sent, and the deployment's text.
 * Pure functions, so that a property-based test can lose connections at any moment.
 *
 * The page sends the base of each change. If the field has another text by then, the deployment keeps both; the page
 * continues with its own (`apart`) until a member has chosen.
 */
import type { Kept } from "../../lib/outbox/kept-texts";

export type FieldState = {
  text: string;
  /** As the deployment normalises it. */
  base: string;
  /** On its way. */
  sent: string | null;
  /** What was sent before without an answer: the deployment may have it. */
  unanswered: string | null;
  /** The deployment's text when that was sent. */
  shownBefore: string | null;
  /** The page's own rival text. */
  apart: string | null;
  /** The deployment has confirmed the rival text. */
  isApartSeen: boolean;
  /** The deployment's last text. */
  shown: Shown;
};

/** A field in a live query: its text, and the page's own rival text. */
export type Shown = { text: string; own: string | null };

/** Normalises a text as the deployment does; null if it would be refused. */
export type Spelling = (text: string) => string | null;

export function startOf(shown: Shown, kept: KeptField | null): FieldState {
  const mine = shown.own === null ? null : { text: shown.own, base: "" };
  return onOwnText({
    text: kept?.text ?? mine?.text ?? shown.text,
    // The base is unknown, but it was not the field's current text.
    base: kept?.base ?? (mine === null ? shown.text : NEVER_SHOWN),
    sent: null,
    unanswered: kept?.sent ?? kept?.apart ?? null,
    shownBefore: null,
    apart: shown.own,
    isApartSeen: shown.own !== null,
    shown,
  });
}

/** What a closed page has left. */
type KeptField = Pick<Kept, "text" | "base" | "sent" | "apart">;

/** What to keep of a change in case the page is closed. */
export function toKeep(state: FieldState): KeptField {
  const { text, base, sent, unanswered, apart } = state;
  return {
    text,
    base,
    sent: sent ?? unanswered ?? undefined,
    apart: apart ?? undefined,
  };
}

/**
 * Whether this page can go on with what a closed page has left. While it would replace another change, or another rival
 * text of the same person, it has to wait.
 */
export function canResume(state: FieldState, kept: KeptField, spelt: Spelling) {
  const own = state.apart ?? state.shown.own;
  const isTheSame =
    own === null || [kept.sent, kept.apart, spelt(kept.text)].includes(own);
  return isTheSame && !isAtRisk(state, spelt);
}

/** The change is based on this page's own text, if the deployment has taken that although the answer was lost. */
function onOwnText(state: FieldState): FieldState {
  const { shown, unanswered, base } = state;
  return unanswered !== null && unanswered === shown.text && base !== unanswered
    ? { ...state, base: unanswered, apart: null, isApartSeen: false }
    : state;
}

/** Never equal to a field, whose text is one line. */
const NEVER_SHOWN = "\n";

/** Somebody types here. */
export function typed(state: FieldState, text: string): FieldState {
  return { ...state, text };
}

/** Returns the change to send now; null if there is none. */
export function unsent(state: FieldState, spelt: Spelling): string | null {
  const wanted = spelt(state.text);
  return state.sent !== null || isKept(state, wanted) ? null : wanted;
}

/** Whether a change is not on the deployment yet. */
export function isAtRisk(state: FieldState, spelt: Spelling): boolean {
  return state.sent !== null || !isKept(state, spelt(state.text));
}

function isKept({ base, apart }: FieldState, wanted: string | null): boolean {
  return wanted !== null && (wanted === base || wanted === apart);
}

/** Nobody types here: the text is shown as the deployment spells it. */
export function rested(state: FieldState, spelt: Spelling): FieldState {
  const { text, apart, sent, shown } = state;
  const isStored = sent === null && apart === null;
  return isStored && spelt(text) === shown.text
    ? { ...state, text: shown.text }
    : state;
}

export function sending(state: FieldState, text: string): FieldState {
  return { ...state, sent: text, shownBefore: state.shown.text };
}

/** The deployment has accepted the change, or keeps it as a rival text. */
export function stored(
  state: FieldState,
  outcome: "taken" | "apart",
  spelt: Spelling,
): FieldState {
  const { sent, shownBefore } = state;
  // The result may arrive before the query's update. Until then the query has the text on which the change was based;
  // any other text is newer than the change, which would have been refused otherwise.
  const isOld = outcome === "taken" && state.shown.text === shownBefore;
  const shown =
    isOld && sent !== null ? { ...state.shown, text: sent } : state.shown;
  const next: FieldState =
    outcome === "taken"
      ? {
          ...state,
          shown,
          sent: null,
          unanswered: null,
          base: sent ?? state.base,
          apart: null,
        }
      : { ...state, sent: null, apart: sent, isApartSeen: shown.own !== null };
  return settled(onOwnText(next), spelt);
}

/** The change was refused, or its outcome is unknown: it stays pending. */
export function failed(state: FieldState): FieldState {
  return { ...state, sent: null, unanswered: state.sent };
}

/** The live query has a new value. */
export function seen(
  state: FieldState,
  shown: Shown,
  spelt: Spelling,
): FieldState {
  const isApartSeen = state.isApartSeen || shown.own !== null;
  const next = { ...state, shown, isApartSeen };
  // The answer to what is on its way will tell.
  return settled(state.sent === null ? onOwnText(next) : next, spelt);
}

/** Adopts the deployment's text, unless that would lose a change made here. */
function settled(state: FieldState, spelt: Spelling): FieldState {
  const { shown, apart, sent, isApartSeen } = state;
  if (sent !== null) return state;
  const wanted = spelt(state.text);
  if (apart !== null) {
    const isChosen = isApartSeen && shown.own === null;
    if (!isChosen) return state;
    const open = { ...state, apart: null, isApartSeen: false };
    // Later typing is based on the chosen text only if that was this one.
    if (shown.text === apart) return settled({ ...open, base: apart }, spelt);
    return wanted === apart ? adopted(open, spelt) : open;
  }
  if (wanted === state.base || wanted === shown.text)
    return adopted(state, spelt);
  return state;
}

/** If only the normalisation differs, such as by a trailing space, the text stays as it was typed. */
function adopted(state: FieldState, spelt: Spelling): FieldState {
  const { text } = state.shown;
  const isSame = spelt(state.text) === text;
  return { ...state, base: text, text: isSame ? state.text : text };
}
