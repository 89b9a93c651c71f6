import type { DeploymentKeys } from "./deployment-keys";

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings of the server itself; what the page sees is public by its name. */
const SERVER_SETTINGS = new Set([
  "HOST",
  "PORT",
  "DATA_DIR",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATA_BROWSER",
]);
const PAGE_PREFIX = "VITE_";

/** Variables that reach functions without being listed in `.env.local`. */
const APP_PREFIXES = ["AUTH_", "RESEND_", "ALTCHA_"];

/**
 * Chooses the environment variables that functions see. The whole rule:
 *
 * 1. every entry of `.env.local` but the server's settings and `VITE_…`;
 * 2. the process environment overrides those, and adds any `AUTH_…`,
 *    `RESEND_…` and `ALTCHA_…`; nothing else of the host's gets through;
 * 3. the deployment's keys, unless the two above give others, and a level of
 *    logging at which Convex Auth does not tell every step of every sign-in;
 * 4. its own addresses, always.
 *
 * Where nothing says how mail is sent, `withOutbox` adds to it.
 */
export function functionEnvironment(sources: {
  envFile: Variables;
  processEnv: Variables;
  keys: DeploymentKeys;
  publicUrl: URL;
}): Record<string, string> {
  const { envFile, processEnv, keys, publicUrl } = sources;
  const environment: Record<string, string> = {
    JWT_PRIVATE_KEY: keys.jwtPrivateKey,
    JWKS: keys.jwks,
    AUTH_LOG_LEVEL: "ERROR",
  };
  for (const [name, value] of Object.entries({ ...processEnv, ...envFile })) {
    const isListed = Object.hasOwn(envFile, name) && !isServerSetting(name);
    const isApp = APP_PREFIXES.some((prefix) => name.startsWith(prefix));
    const chosen = processEnv[name] ?? value;
    if ((isListed || isApp) && chosen !== undefined) environment[name] = chosen;
  }
  const address = publicUrl.origin;
  return {
    ...environment,
    SITE_URL: address,
    CONVEX_SITE_URL: address,
    CONVEX_CLOUD_URL: address,
  };
}

/** Whether mail would go nowhere: there is no key, and no other address to ask. */
export function lacksMail(
  environment: Readonly<Record<string, string>>,
): boolean {
  const { AUTH_RESEND_KEY, RESEND_BASE_URL } = environment;
  return !AUTH_RESEND_KEY && !RESEND_BASE_URL;
}

/** Has functions take this machine's outbox for Resend. */
export function withOutbox(
  environment: Readonly<Record<string, string>>,
  { url, key }: { url: string; key: string },
): Record<string, string> {
  return { ...environment, RESEND_BASE_URL: url, AUTH_RESEND_KEY: key };
}

function isServerSetting(name: string): boolean {
  return SERVER_SETTINGS.has(name) || name.startsWith(PAGE_PREFIX);
}
