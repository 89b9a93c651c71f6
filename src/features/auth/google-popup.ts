/**
 * The popup for signing in with Google, and how it reports back. It does not use `window.opener`, because the browser
 * may sever it once Google has been open in the popup. A remembered session reaches the opener through local storage;
 * one that ends with the browser is sent over the channel.
 */
import { adoptSession } from "../../lib/session/other-tabs";
import {
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
  focus: () => void;
  /** Never settles if the popup is closed first. */
  outcome: Promise<GoogleOutcome>;
  /** Settles when the popup is closed, or looks closed because the browser severed the two windows. */
  closed: Promise<void>;
};

/** Must be called in a click handler. @returns null if the browser blocks the popup */
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

/** Centres the popup over its opener. */
function features(): string {
  const left = window.screenX + (window.outerWidth - WIDTH_PX) / 2;
  const top = window.screenY + (window.outerHeight - HEIGHT_PX) / 2;
  return `popup,width=${WIDTH_PX},height=${HEIGHT_PX},left=${Math.round(left)},top=${Math.round(top)}`;
}
