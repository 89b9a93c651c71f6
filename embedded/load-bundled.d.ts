export function loadBundled(path: string): Promise<unknown>;
