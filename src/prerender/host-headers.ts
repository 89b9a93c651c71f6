/** The HTTP headers of the site as `_headers`, which Netlify, Cloudflare Pages and the embedded backend read. */
import { createHash } from "node:crypto";
import { paths } from "../paths";

type Surroundings = {
  /** Undefined if it is the page's own origin. */
  deploymentUrl: string | undefined;
  /** The URL of its HTTP actions; undefined if that is the page's own origin. */
  siteUrl: string | undefined;
  /** Undefined if token sync is off. */
  tokenSyncUrl: string | undefined;
  /** The page shown in the map's iframe. */
  mapUrl: string;
  /** The text of the only script that is part of the pages, `public/first-paint.js`. */
  inlineScript: string;
};

/** Avatars of Google accounts. */
const GOOGLE_PICTURES = "https://lh3.googleusercontent.com";

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Neither the site nor its iframes need these. */
const UNUSED_FEATURES = [
  "accelerometer",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "usb",
];

export function hostHeaders(surroundings: Surroundings): string {
  return [
    rule("/*", {
      "Content-Security-Policy": contentSecurityPolicy(surroundings),
      "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
      "Permissions-Policy": [
        // The check-in desk reads passes with it.
        "camera=(self)",
        ...UNUSED_FEATURES.map((feature) => `${feature}=()`),
      ].join(", "),
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "Strict-Transport-Security": `max-age=${YEAR_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    }),
    // The address holds the token of a mail.
    rule(paths.resetPassword, { "Referrer-Policy": "no-referrer" }),
    rule(paths.appointment, { "Referrer-Policy": "no-referrer" }),
    rule(paths.google, {
      // The address holds a code, and Google's page must not sever the popup from its opener.
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "unsafe-none",
    }),
    // File names contain a hash of the content.
    rule("/assets/*", {
      "Cache-Control": `public, max-age=${YEAR_SECONDS}, immutable`,
      "Cross-Origin-Resource-Policy": "same-origin",
    }),
  ].join("\n");
}

/**
 * The pages have one inline script, which is named by its hash, and no inline styles or handlers; the inline data for search
 * engines (JSON-LD) is not a script.
 */
function contentSecurityPolicy({
  deploymentUrl,
  siteUrl,
  tokenSyncUrl,
  mapUrl,
  inlineScript,
}: Surroundings): string {
  const hash = createHash("sha256").update(inlineScript).digest("base64");
  const map = new URL(mapUrl).origin;
  return Object.entries({
    "default-src": ["'self'"],
    "connect-src": [
      ...new Set([
        "'self'",
        ...originsOf(deploymentUrl).flatMap(withWebSocket),
        ...originsOf(siteUrl),
        ...originsOf(tokenSyncUrl),
      ]),
    ],
    "frame-src": [map],
    // The projects' pictures come from the deployment.
    "img-src": [
      "'self'",
      "data:",
      GOOGLE_PICTURES,
      ...originsOf(deploymentUrl),
    ],
    "object-src": [map],
    "script-src": ["'self'", `'sha256-${hash}'`],
    "style-src": ["'self'"],
    "worker-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

/** Empty for the page's own origin. */
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
