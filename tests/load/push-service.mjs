// What the server of a rehearsal loads first: its messages to phones go to the rehearsal instead of a browser's push service.

/** The push service of Chrome, at which all phones of a rehearsal are. */
export const SERVICE = "https://fcm.googleapis.com/rehearsal/";

/** @returns a `fetch` that asks at `url` what is meant for that service */
export function redirected(original, url) {
  return (address, init) =>
    original(
      typeof address === "string" ? address.replace(SERVICE, url) : address,
      init,
    );
}

const { REHEARSAL_PHONES } = process.env;
if (REHEARSAL_PHONES !== undefined)
  globalThis.fetch = redirected(globalThis.fetch, REHEARSAL_PHONES);
