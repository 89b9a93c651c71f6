export function run(args: readonly string[]): Promise<string>;
