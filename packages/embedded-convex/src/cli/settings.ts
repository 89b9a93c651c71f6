import * as z from "zod";
import { isLoopbackName } from "../base/loopback";
import { TrustedProxies } from "../http/trusted-proxies";
import { StartError } from "./start-error";

const settingsSchema = z.object({
  HOST: z.string().trim().min(1, "must name an address").default("127.0.0.1"),
  PORT: z
    .string()
    .trim()
    .min(1, "must be a number")
    .pipe(
      z.coerce
        .number<string>("must be a number")
        .int("must be a whole number")
        .min(0, "must be at least 0")
        .max(65_535, "must be at most 65535"),
    )
    .default(3000),
  DATA_DIR: z.string().trim().min(1, "must name a directory").default(".data"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine(isOrigin, "must be an address without a path")
    .optional(),
  TRUST_PROXY: z.string().default("").transform(parseProxies),
  // Functions get it from PUBLIC_URL.
  SITE_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be an http or https address, and is made from PUBLIC_URL",
    })
    .optional(),
  DATA_BROWSER: z.enum(["on", "off"], "must be on or off").default("on"),
});

/** The settings of the server, read from variables by `parseSettings`. */
export type Settings = {
  host: string;
  /** 0: the system chooses a port. */
  port: number;
  dataDir: string;
  /** The public origin; null: made from host and port. */
  publicUrl: URL | null;
  /** The reverse proxies whose `X-Forwarded-…` headers are trusted. */
  trustedProxies: TrustedProxies;
  /** Whether `/_data` serves the data browser, which asks for the admin key. */
  hasDataBrowser: boolean;
};

/**
 * Reads the settings from variables; an empty variable counts as not set.
 *
 * @throws StartError when a variable is invalid, with a message of one line
 */
export function parseSettings(
  variables: Readonly<Record<string, string | undefined>>,
): Settings {
  const given = Object.entries(variables).filter(([, value]) => value !== "");
  const result = settingsSchema.safeParse(Object.fromEntries(given));
  if (!result.success) throw new StartError(explain(result.error));
  const { HOST, PORT, DATA_DIR, PUBLIC_URL, TRUST_PROXY, DATA_BROWSER } =
    result.data;
  return {
    host: HOST,
    port: PORT,
    dataDir: DATA_DIR,
    publicUrl: PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL),
    trustedProxies: TRUST_PROXY,
    hasDataBrowser: DATA_BROWSER === "on",
  };
}

/** Returns the URL at which a browser reaches a server at `host` and `port`. */
export function addressOf(host: string, port: number): URL {
  const isWildcard = host === "0.0.0.0" || host === "::";
  const name = isWildcard ? "127.0.0.1" : host;
  return new URL(`http://${name.includes(":") ? `[${name}]` : name}:${port}`);
}

/**
 * Whether only this machine reaches a server with these settings. A trusted
 * proxy means that others do, through it.
 */
export function isLoopbackOnly(
  { host, trustedProxies }: Settings,
  publicUrl: URL,
): boolean {
  return (
    isLoopbackName(host) &&
    isLoopbackName(publicUrl.hostname) &&
    trustedProxies.isEmpty
  );
}

function parseProxies(
  list: string,
  context: z.RefinementCtx<string>,
): TrustedProxies {
  try {
    return new TrustedProxies(list);
  } catch {
    const message =
      "must be loopback, or addresses and networks separated by commas";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  }
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true; // z.url() reports it
  const { pathname, search, hash, username } = new URL(text);
  return pathname === "/" && search === "" && hash === "" && username === "";
}

function explain(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.join(".")} ${message}`)
    .join("; ");
}
