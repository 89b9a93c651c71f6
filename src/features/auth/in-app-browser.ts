/** Browsers within apps, to which Google refuses its page. They keep their sessions to themselves. */
const IN_APP =
  /\b(?:FBAN|FBAV|FB_IAB|Instagram|LinkedInApp|WhatsApp|Telegram|Snapchat|Line\/|TikTok|BytedanceWebview|musical_ly|MicroMessenger|Twitter|Pinterest)|; wv\)/iu;

/** @param userAgent as the browser names itself */
export const isInApp = (userAgent: string): boolean => IN_APP.test(userAgent);
