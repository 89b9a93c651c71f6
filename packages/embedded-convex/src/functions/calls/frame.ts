export type LogLevel = "LOG" | "INFO" | "WARN" | "ERROR" | "DEBUG";

/** One call inside an execution, as its code reaches the backend. */
export type Frame = {
  /** In queries and mutations: time stands still, fetch and timers throw. */
  readonly isDeterministic: boolean;
  /** In queries `performance.now()` stands still, too. */
  readonly isQuery: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** A number in [0, 1). */
  random(): number;
  log(level: LogLevel, text: string): void;
  /** Returns JSON text synchronously; throws what user code may catch. */
  syscall(operation: string, args: string): string;
  /** Resolves with JSON text. */
  asyncSyscall(operation: string, args: string): Promise<string>;
  /** Takes and returns values that JSON cannot represent. */
  jsSyscall(operation: string, args: Record<string, unknown>): unknown;
  /** Fails the execution with an error, or reports it if it has ended. */
  fail(error: unknown): void;
  /** Records a rejected promise that has no handler yet. */
  noteRejection(): void;
  /** Fails the call with an unhandled rejection, or reports it. */
  failUnhandled(error: unknown): void;
  /**
   * Resolves when the call may end after its function has returned: unawaited work that
   * Convex waits for has ended, and unhandled rejections have failed the call.
   */
  settled(): Promise<void>;
  /** Tells the watchdog about pending work other than syscalls. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Tells it about a wait for others, whose time is not the call's own. */
  trackTurn<T>(turn: Promise<T>): Promise<T>;
  /** Queues work that occupies a thread for long, and tracks it. */
  trackSlow<T>(work: () => Promise<T>): Promise<T>;
};
