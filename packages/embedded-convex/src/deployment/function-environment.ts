import type { DeploymentKeys } from "./deployment-keys";

type Variables = Readonly<Record<string, string | undefined>>;

/** Settings of the server itself, which functions do not see. */
const SERVER_SETTINGS = new Set([
  "HOST",
  "PORT",
  "DATA_DIR",
  "PUBLIC_URL",
  "TRUST_PROXY",
  "DATA_BROWSER",
]);
/** Vite publishes the former in the page; the latter, with the admin key, are the command line's. */
const FOREIGN = /^(VITE_|CONVEX_SELF_HOSTED_)/;

/**
 * Functions see variables of the process with these prefixes even when
 * `.env.local` does not list them.
 */
const APP_PREFIXES = ["AUTH_", "RESEND_", "ALTCHA_"];

/**
 * Returns the environment variables that functions see:
 *
 * 1. every entry of `.env.local` except the server's settings, `VITE_…` and
 *    `CONVEX_SELF_HOSTED_…`;
 * 2. the process environment overrides those, and adds any `AUTH_…`,
 *    `RESEND_…` and `ALTCHA_…`; functions see no other variable of the process;
 * 3. by default, the deployment's keys, and `AUTH_LOG_LEVEL=ERROR`, because
 *    Convex Auth otherwise logs every step of every sign-in;
 * 4. always the deployment's own addresses.
 *
 * When no mail provider is configured, the caller adds `withOutbox`.
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

/** Whether no mail provider is set: neither a key nor a base URL. */
export function lacksMail(
  environment: Readonly<Record<string, string>>,
): boolean {
  const { AUTH_RESEND_KEY, RESEND_BASE_URL } = environment;
  return !AUTH_RESEND_KEY && !RESEND_BASE_URL;
}

/** Returns `environment` with the outbox at `url` in place of Resend. */
export function withOutbox(
  environment: Readonly<Record<string, string>>,
  { url, key }: { url: string; key: string },
): Record<string, string> {
  return { ...environment, RESEND_BASE_URL: url, AUTH_RESEND_KEY: key };
}

function isServerSetting(name: string): boolean {
  return SERVER_SETTINGS.has(name) || FOREIGN.test(name);
}
