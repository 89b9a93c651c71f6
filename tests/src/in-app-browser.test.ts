import { expect, test } from "vitest";
import { isInApp } from "../../src/features/auth/in-app-browser";

const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 8";
const CHROME =
  "AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36";

test.each([
  [true, `${IPHONE} Mobile/15E148 Instagram 390.0.0.28.85 (iPhone15,2; en_IN)`],
  [true, `${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/520.0.0.38.101;FBDV/x]`],
  [true, `${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.1`],
  [true, `${IPHONE} Mobile/15E148 Safari Line/15.9.0`],
  [true, `${IPHONE} Mobile/15E148 Snapchat/13.40.0.41 (like Safari/8621)`],
  [true, `${ANDROID} Build/AP4A; wv) ${CHROME}`],
  [true, `${ANDROID} Build/AP4A; wv) ${CHROME} musical_ly_2023 TikTok`],
  [true, `${ANDROID}) ${CHROME} Telegram-Android/11.9.1`],
  [true, `${ANDROID}) ${CHROME} WhatsApp/2.25.1`],
  [true, `${IPHONE} Mobile/15E148`],
  [true, `${IPHONE} Mobile/15E148 Barcelona 390.0.0.28.85`],
  [true, `${IPHONE} Mobile/15E148 Discord/250.0`],
  [false, `${IPHONE} GSA/370.0 Mobile/15E148 Safari/604.1`],
  [false, `${ANDROID}) ${CHROME}`],
  [false, `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`],
  [false, `${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  [
    false,
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  ],
  [false, "Airline/1.0 Safari/604.1"],
])("that it is an app's browser is %s of %s", (isOne, userAgent) => {
  expect(isInApp(userAgent)).toBe(isOne);
});

test("a page on an iPhone's home screen is in no app's browser", () => {
  expect(isInApp(`${IPHONE} Mobile/15E148`, true)).toBe(false);
});
