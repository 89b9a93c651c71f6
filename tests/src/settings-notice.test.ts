import { expect, test } from "vitest";
import { settingsNotice } from "../../src/prerender/settings-notice";

test.each([
  [undefined, undefined],
  ["", ""],
  ["https://hackarena.in/token-sync", "60"],
])(
  "nothing is said of the settings %j and %j",
  (tokenSyncUrl, maxAgeSeconds) => {
    expect(settingsNotice({ tokenSyncUrl, maxAgeSeconds })).toBe("");
  },
);

test("each wrong setting is named in a line", () => {
  const lines = settingsNotice({
    tokenSyncUrl: "hackarena.in/token-sync",
    maxAgeSeconds: "five minutes",
  }).split("\n");
  expect(lines).toEqual([
    expect.stringMatching(/^VITE_TOKEN_SYNC_URL is not /),
    expect.stringMatching(/^VITE_TOKEN_SYNC_MAX_AGE_SECONDS is not /),
  ]);
});
