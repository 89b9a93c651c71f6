/** The kinds of functions, as the syscalls name them. */
export type FunctionKind = "query" | "mutation" | "action";

export type LogLevel = "LOG" | "INFO" | "WARN" | "ERROR" | "DEBUG";

/** One running function, as the code that runs inside it reaches the host. */
export type Execution = {
  /** Time and chance repeat, and the outside world is out of reach. */
  readonly isDeterministic: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
  log(level: LogLevel, values: readonly unknown[]): void;
  /** Answers with JSON text at once; throws what user code may catch. */
  syscall(operation: string, args: string): string;
  /** Resolves with JSON text. */
  asyncSyscall(operation: string, args: string): Promise<string>;
  /** Takes and gives values that JSON cannot hold. */
  jsSyscall(operation: string, args: Record<string, unknown>): unknown;
  /** Told of an error that reached nobody, such as that of a lost promise. */
  reportStray(error: unknown): void;
  /** Tells the watchdog that work outside of syscalls began or ended. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Does work that keeps a thread busy for long, when it is its turn. */
  trackSlow<T>(work: () => Promise<T>): Promise<T>;
};
