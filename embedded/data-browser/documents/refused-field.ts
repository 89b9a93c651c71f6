/** How the backend names a field in the message of a refused document. */
const PATTERNS = [/^Path: \.([\w$]+)/m, /field [`"]([^`"]+)[`"]/];

/** The field that a refusal is about; null when it says none. */
export function refusedField(message: string): string | null {
  for (const pattern of PATTERNS) {
    const name = pattern.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}
