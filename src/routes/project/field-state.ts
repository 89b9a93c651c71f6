/**
 * What a page knows of one field that it edits: what is typed, what it started from, what is on its way, and what the
 * deployment keeps. Pure, so that a generated test can lose connections at any moment.
 *
 * The page says with each change what it started from (`base`). If the field is another by then, the deployment keeps
 * both texts; the page goes on with its own (`apart`) until somebody of the team has chosen.
 */
export type FieldState = {
  text: string;
  /** As the deployment spells it. */
  base: string;
  /** On its way. */
  sent: string | null;
  /** What the deployment showed when that was sent. */
  shownBefore: string | null;
  /** The text that waits beside the field's. */
  apart: string | null;
  /** The deployment has shown that it waits. */
  isApartSeen: boolean;
  /** What the deployment showed last. */
  shown: Shown;
};

/** What a live query shows of a field: its text, and the page's own one that waits beside it. */
export type Shown = { text: string; own: string | null };

/** How the deployment spells a text; null if it would refuse it. */
export type Spelling = (text: string) => string | null;

export function startOf(
  shown: Shown,
  kept: { text: string; base: string } | null,
): FieldState {
  const mine = shown.own === null ? null : { text: shown.own, base: "" };
  return {
    text: kept?.text ?? mine?.text ?? shown.text,
    // Whatever the person had seen: it was not what the field is now.
    base: kept?.base ?? (mine === null ? shown.text : NEVER_SHOWN),
    sent: null,
    shownBefore: null,
    apart: shown.own,
    isApartSeen: shown.own !== null,
    shown,
  };
}

/** No field can be it: texts are one line. */
const NEVER_SHOWN = "\n";

/** Somebody types here. */
export function typed(state: FieldState, text: string): FieldState {
  return { ...state, text };
}

/** Returns what has to be sent now; null if nothing has. */
export function unsent(state: FieldState, spelt: Spelling): string | null {
  const wanted = spelt(state.text);
  return state.sent !== null || isKept(state, wanted) ? null : wanted;
}

/** True while something typed here is not on the deployment. */
export function isAtRisk(state: FieldState, spelt: Spelling): boolean {
  return state.sent !== null || !isKept(state, spelt(state.text));
}

function isKept({ base, apart }: FieldState, wanted: string | null): boolean {
  return wanted !== null && (wanted === base || wanted === apart);
}

export function sending(state: FieldState, text: string): FieldState {
  return { ...state, sent: text, shownBefore: state.shown.text };
}

/** The deployment has taken what was sent, or keeps it beside the field's text. */
export function stored(
  state: FieldState,
  outcome: "taken" | "apart",
  spelt: Spelling,
): FieldState {
  const { sent, shownBefore } = state;
  // The answer may come before the field is shown anew. What is shown then is older than what was taken; anything else
  // that is shown came after it, for otherwise it would not have been taken.
  const isOld = outcome === "taken" && state.shown.text === shownBefore;
  const shown =
    isOld && sent !== null ? { ...state.shown, text: sent } : state.shown;
  const next: FieldState =
    outcome === "taken"
      ? { ...state, shown, sent: null, base: sent ?? state.base, apart: null }
      : {
          ...state,
          sent: null,
          apart: sent,
          isApartSeen: shown.own !== null,
        };
  return settled(next, spelt);
}

/** It was refused, or nobody knows: it stays here. */
export function failed(state: FieldState): FieldState {
  return { ...state, sent: null };
}

/** The deployment shows the field anew. */
export function seen(
  state: FieldState,
  shown: Shown,
  spelt: Spelling,
): FieldState {
  const isApartSeen = state.isApartSeen || shown.own !== null;
  return settled({ ...state, shown, isApartSeen }, spelt);
}

/** Takes over what the deployment shows, unless something typed here would be lost. */
function settled(state: FieldState, spelt: Spelling): FieldState {
  const { shown, apart, sent, isApartSeen } = state;
  if (sent !== null) return state;
  const wanted = spelt(state.text);
  if (apart !== null) {
    const isChosen = isApartSeen && shown.own === null;
    if (!isChosen) return state;
    const open = { ...state, apart: null, isApartSeen: false };
    // What was typed after it is on top of what was chosen only if that was this text.
    if (shown.text === apart) return settled({ ...open, base: apart }, spelt);
    return wanted === apart ? adopted(open, spelt) : open;
  }
  if (wanted === state.base || wanted === shown.text)
    return adopted(state, spelt);
  return state;
}

/** While it is only spelt otherwise, as with a space at the end, the text stays as it is typed. */
function adopted(state: FieldState, spelt: Spelling): FieldState {
  const { text } = state.shown;
  const isSame = spelt(state.text) === text;
  return { ...state, base: text, text: isSame ? state.text : text };
}
