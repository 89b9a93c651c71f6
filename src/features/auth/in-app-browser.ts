/**
 * Browsers within apps, to which Google refuses its page. They keep their sessions to themselves. On iPhones all but
 * browsers, whatever the app, lack Safari's name, and so does a page on the home screen, which is none of them.
 */
const IN_APP =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|LinkedInApp|WhatsApp|Telegram|Snapchat|Line\/|TikTok|BytedanceWebview|musical_ly|MicroMessenger|Twitter|Pinterest)|; wv\)|\((?:iPhone|iPad|iPod)(?!.*Safari\/)/iu;

/**
 * @param userAgent as the browser names itself
 * @param isOnHomeScreen whether the page was opened as an app of its own
 */
export const isInApp = (userAgent: string, isOnHomeScreen = false): boolean =>
  !isOnHomeScreen && IN_APP.test(userAgent);
