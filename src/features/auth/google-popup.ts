/**
 * The popup in which people sign in with Google, and how it tells the page that opened it what came of it. Not by
 * `window.opener`: once Google has been in the popup, the browser may keep the two apart. A remembered session reaches
 * the page through the storage that both share; one that ends with the browser is handed over.
 */
import {
  adoptSession,
  sessionOnlyTokens,
  type Tokens,
} from "../../lib/session/token-storage";
import { googleAddress, type GoogleRequest } from "./google-request";
import type { GoogleOutcome } from "./google-words";

const CHANNEL = "hackarenaGoogle";
const WINDOW_NAME = "hackarena-google";
const WIDTH_PX = 480;
const HEIGHT_PX = 640;
const LOOK_EVERY_MS = 500;

type Report = { popup: string; outcome: GoogleOutcome; tokens: Tokens };

export type GooglePopup = {
  /** Brings it to the front. */
  focus: () => void;
  /** What came of it; never settles if the popup was closed before that. */
  outcome: Promise<GoogleOutcome>;
  /** Settles when it is closed, or seems so: the browser says so too when it keeps the two windows apart. */
  closed: Promise<void>;
};

/** Opens it, as a reaction to a click. @returns null if the browser does not let it open */
export function openGooglePopup(request: GoogleRequest): GooglePopup | null {
  const name = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const address = googleAddress({ ...request, popup: name }, "leave");
  const popup = window.open(address, WINDOW_NAME, features());
  if (popup === null) return null;
  return {
    focus: () => popup.focus(),
    outcome: outcomeOf(name),
    closed: closingOf(popup),
  };
}

/** Tells the page that opened this popup how it ended. */
export function reportToOpener(popup: string, outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(CHANNEL);
  const tokens = sessionOnlyTokens();
  channel.postMessage({ popup, outcome, tokens } satisfies Report);
  channel.close();
}

function outcomeOf(name: string): Promise<GoogleOutcome> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    channel.addEventListener("message", ({ data }: MessageEvent<Report>) => {
      if (data.popup !== name) return;
      channel.close();
      if (Object.keys(data.tokens).length > 0) adoptSession(data.tokens);
      resolve(data.outcome);
    });
  });
}

function closingOf(popup: Window): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY_MS);
  });
}

/** In the middle of the window it belongs to. */
function features(): string {
  const left = window.screenX + (window.outerWidth - WIDTH_PX) / 2;
  const top = window.screenY + (window.outerHeight - HEIGHT_PX) / 2;
  return `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${Math.round(left)},top=${Math.round(top)}`;
}
