/**
 * The headers that the page is to be served with, written beside it as `_headers`: Netlify and Cloudflare Pages read
 * that file as it is, and so does the embedded backend. Other hosts need the same list.
 */
import { paths } from "../paths";

type Surroundings = {
  /** The deployment to talk to, if it is not where the page comes from. */
  deploymentUrl: string | undefined;
  /** Whom to tell of sign-ins, if anybody. */
  tokenSyncUrl: string | undefined;
  /** The map that is shown in a frame. */
  mapUrl: string;
};

/** Pictures of people who came by Google. */
const GOOGLE_PICTURES = "https://lh3.googleusercontent.com";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Nothing here needs them, nor does anything in a frame. */
const UNUSED_FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

/** Returns the text of `_headers`. */
export function hostHeaders(surroundings: Surroundings): string {
  return [
    rule("/*", {
      "Content-Security-Policy": contentSecurityPolicy(surroundings),
      "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
      "Permissions-Policy": UNUSED_FEATURES.map(
        (feature) => `${feature}=()`,
      ).join(", "),
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Strict-Transport-Security": `max-age=${YEAR_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    }),
    // Its address holds the token of the mail.
    rule(paths.resetPassword, { "Referrer-Policy": "no-referrer" }),
    rule(paths.google, {
      // Its address holds a code, and Google's page must not part the popup from the window that opened it.
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "unsafe-none",
    }),
    // Each name holds a hash of the content.
    rule("/assets/*", {
      "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
      "Cross-Origin-Resource-Policy": "same-origin",
    }),
  ].join("\n");
}

/**
 * The pages hold no inline scripts, styles or handlers (what libraries set by script is none). The data for search
 * engines is inline, but no script.
 */
function contentSecurityPolicy({
  deploymentUrl,
  tokenSyncUrl,
  mapUrl,
}: Surroundings): string {
  const map = new URL(mapUrl).origin;
  return Object.entries({
    "default-src": ["'self'"],
    "connect-src": [
      "'self'",
      ...originsOf(deploymentUrl).flatMap(withWebSocket),
      ...originsOf(tokenSyncUrl),
    ],
    "frame-src": [map],
    "img-src": ["'self'", "data:", GOOGLE_PICTURES],
    "object-src": [map],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

/** None for an address on the page's own host. */
function originsOf(url: string | undefined): string[] {
  return url !== undefined && URL.canParse(url) ? [new URL(url).origin] : [];
}

function withWebSocket(origin: string): string[] {
  return [origin, origin.replace(/^http/, "ws")];
}

function rule(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `  ${name}: ${value}\n`,
  );
  return `${path}\n${lines.join("")}`;
}
