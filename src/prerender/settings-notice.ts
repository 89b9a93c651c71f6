/** Says which of the build's settings are wrong, and what happens instead; one line for each. */
export function settingsNotice(settings: {
  tokenSyncUrl: string | undefined;
  maxAgeSeconds: string | undefined;
}): string {
  const { tokenSyncUrl = "", maxAgeSeconds = "" } = settings;
  const lines = [
    tokenSyncUrl !== "" &&
      !isAddress(tokenSyncUrl) &&
      "VITE_TOKEN_SYNC_URL is not an http or https address: nobody is told of sign-ins",
    maxAgeSeconds !== "" &&
      !/^\d+$/.test(maxAgeSeconds) &&
      "VITE_TOKEN_SYNC_MAX_AGE_SECONDS is not a whole number: set it to one, such as 300",
  ];
  return lines.filter((line) => line !== false).join("\n");
}

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
