import { HEARTBEAT_MS, type ProjectField } from "#convex/shared/projects";

type Field = ProjectField | null;
type Calls = {
  /** An absent field stays as it was. */
  arrive: (field?: Field) => Promise<unknown>;
  leave: () => Promise<unknown>;
  isOnline: () => boolean;
};

/**
 * Tells the deployment that a person is on the page, and in which field. One call at a time: without a connection a
 * second one would wait behind it. A hidden page has left, because browsers slow its timers down to once a minute.
 */
export class Attendance {
  #field: Field = null;
  /** The field that the deployment knows; undefined before it knows one. */
  #told: Field | undefined;
  #isCalling = false;
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** The person goes into a field, or out of all. */
  enter(field: Field): void {
    this.#field = field;
    if (field !== this.#told) void this.#say();
  }

  /** Says so until the returned function is called. */
  open(): () => void {
    const look = () => void (document.hidden ? this.#leave() : this.#say());
    look();
    const timer = setInterval(() => void this.#say(), HEARTBEAT_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      void this.#leave();
    };
  }

  async #say(): Promise<void> {
    if (document.hidden || this.#isCalling || !this.#calls.isOnline()) return;
    const field = this.#field;
    this.#isCalling = true;
    try {
      await (field === this.#told
        ? this.#calls.arrive()
        : this.#calls.arrive(field));
      this.#told = field;
    } catch {
      // The next one may succeed.
      return;
    } finally {
      this.#isCalling = false;
    }
    if (field !== this.#field) await this.#say();
  }

  async #leave(): Promise<void> {
    this.#told = undefined;
    if (this.#calls.isOnline()) await this.#calls.leave().catch(() => {});
  }
}
