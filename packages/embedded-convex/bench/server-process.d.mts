export type ServerProcess = {
  url: string;
  /** With child processes; NaN without /proc. */
  memoryMiB: () => number;
  peakMiB: () => number;
  cpuSeconds: () => number;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

export function startServer(
  command: (port: number) => string[],
  environment: Record<string, string>,
  port: number,
  isPinned?: boolean,
): Promise<ServerProcess>;

export function freePort(): Promise<number>;
