export const SERVICE: string;
export function redirected(original: typeof fetch, url: string): typeof fetch;
