/** A name or a title: one line, trimmed, runs of white space reduced to one space. */
export function tidyLine(text: string): string {
  return text.normalize("NFC").replace(/\s+/gu, " ").trim();
}

/** A longer text: trimmed, line breaks kept, and the same on every system. */
export function tidyText(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/gu, "\n").trim();
}

/** The one spelling under which an e-mail address is stored and looked up. */
export function tidyEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** True if nothing of the text can be seen: empty, spaces, or invisible characters alone. */
export function isBlank(text: string): boolean {
  return !/[^\p{C}\p{Z}]/u.test(text);
}

/** A time to wait, rounded up so that waiting for it is enough: "40 seconds", "6 minutes". */
export function durationInWords(seconds: number): string {
  if (seconds <= 60) return counted(Math.ceil(seconds), "second");
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 60) return counted(minutes, "minute");
  return counted(Math.ceil(minutes / 60), "hour");
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
