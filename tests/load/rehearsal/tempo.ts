/**
 * The event's time, in minutes since its beginning. It passes `speed` times as fast as the
 * clock, and can be paused and changed while the event is played.
 */
export class Tempo {
  #speed: number;
  #minute = 0;
  /** The clock, on which the server's deadlines are, too, when `#minute` was right. Milliseconds; null while it is paused. */
  #since: number | null = Date.now();
  readonly #waiting = new Set<() => void>();

  constructor(speed: number) {
    this.#speed = speed;
  }

  get speed(): number {
    return this.#speed;
  }

  get isPaused(): boolean {
    return this.#since === null;
  }

  now(): number {
    if (this.#since === null) return this.#minute;
    const passedMs = Date.now() - this.#since;
    return this.#minute + (passedMs * this.#speed) / 60_000;
  }

  /** Returns how long it is until a minute of the event, in milliseconds. */
  msUntil(minute: number): number {
    return ((minute - this.now()) * 60_000) / this.#speed;
  }

  /** Resolves at a minute of the event; at once if it is past. */
  async at(minute: number): Promise<void> {
    while (minute > this.now()) {
      await new Promise<void>((resolve) => {
        const timer = this.isPaused
          ? undefined
          : setTimeout(go, Math.ceil(this.msUntil(minute)));
        const waiting = this.#waiting;
        waiting.add(go);
        function go() {
          clearTimeout(timer);
          waiting.delete(go);
          resolve();
        }
      });
    }
  }

  /** The same for what others wait for: if it is late, the clock goes back to its minute, and what follows is as long as planned. */
  async begin(minute: number): Promise<void> {
    await this.at(minute);
    this.#minute = minute;
    if (this.#since !== null) this.#since = Date.now();
  }

  async pass(minutes: number): Promise<void> {
    return this.at(this.now() + minutes);
  }

  change({ speed = this.#speed, isPaused = this.isPaused }): void {
    this.#minute = this.now();
    this.#speed = speed;
    this.#since = isPaused ? null : Date.now();
    for (const wake of this.#waiting) wake();
  }
}
