import { z } from "zod";
import { TrustedProxies } from "../http/trusted-proxies";
import { StartError } from "./start-error";

const settingsSchema = z.object({
  HOST: z.string().trim().min(1, "must name an address").default("127.0.0.1"),
  PORT: z.coerce
    .number("must be a number")
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(65_535, "must be at most 65535")
    .default(3000),
  DATA_DIR: z.string().trim().min(1, "must name a directory").default(".data"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .refine(isOrigin, "must be an address without a path")
    .optional(),
  TRUST_PROXY: z.string().default("").transform(parseProxies),
  DATA_BROWSER: z.enum(["on", "off"], "must be on or off").default("on"),
});

/** Where the server listens, what it is called, who is in front of it, where its data is, and who may look. */
export type Settings = {
  host: string;
  /** 0 lets the system choose. */
  port: number;
  dataDir: string;
  /** Null: made of host and port. */
  publicUrl: URL | null;
  /** The proxies in front whose `X-Forwarded-…` headers count. */
  trustedProxies: TrustedProxies;
  /** Whether `/_data` shows the data browser to who has the admin key. */
  hasDataBrowser: boolean;
};

/**
 * Reads the settings from variables; an empty one counts as not set. Throws a
 * StartError of one line that names what is wrong.
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

/** The address of a server at `host` and `port`, as a browser would ask for it. */
export function addressOf(host: string, port: number): URL {
  const isWildcard = host === "0.0.0.0" || host === "::";
  const name = isWildcard ? "127.0.0.1" : host;
  return new URL(`http://${name.includes(":") ? `[${name}]` : name}:${port}`);
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
  if (!URL.canParse(text)) return true; // refused in its own words already
  const { pathname, search, hash, username } = new URL(text);
  return pathname === "/" && search === "" && hash === "" && username === "";
}

function explain(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => `${path.join(".")} ${message}`)
    .join("; ");
}
