import {
  heartbeatMs,
  type ProjectField,
} from "#convex/projects/shared/projects";

type Field = ProjectField | null;
type Calls = {
  /** An absent field stays as it was. */
  arrive: (isAlone: boolean, field?: Field) => Promise<unknown>;
  leave: () => Promise<unknown>;
  isOnline: () => boolean;
  /** Calls back when the connection is there (again), until the returned function is called. */
  onOnline: (tell: () => void) => () => void;
};

/**
 * Tells the deployment that a person is on the page, and in which field. One call at a time: without a connection a
 * second one would wait behind it. A hidden page has left, because browsers slow its timers down to once a minute.
 */
export class Attendance {
  #field: Field = null;
  /** The field that the deployment knows; undefined before it knows one. */
  #told: Field | undefined;
  #isAlone = false;
  /** When the deployment expects the next call. */
  #nextAt = 0;
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

  /** Nobody else of the team is on the page, or somebody has come, who is told at once. */
  setAlone(isAlone: boolean): void {
    const hasCompany = this.#isAlone && !isAlone;
    this.#isAlone = isAlone;
    if (hasCompany) void this.#say();
  }

  /** Says so until the returned function is called. */
  open(): () => void {
    const followVisibility = () =>
      void (document.hidden ? this.#leave() : this.#say());
    followVisibility();
    const timer = setInterval(() => {
      if (!this.#isAlone || Date.now() >= this.#nextAt) void this.#say();
    }, heartbeatMs(false));
    document.addEventListener("visibilitychange", followVisibility);
    const end = this.#calls.onOnline(() => void this.#say());
    return () => {
      end();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", followVisibility);
      void this.#leave();
    };
  }

  async #say(): Promise<void> {
    if (document.hidden || this.#isCalling || !this.#calls.isOnline()) return;
    const [field, isAlone] = [this.#field, this.#isAlone];
    this.#isCalling = true;
    try {
      await (field === this.#told
        ? this.#calls.arrive(isAlone)
        : this.#calls.arrive(isAlone, field));
      this.#told = field;
      this.#nextAt = Date.now() + heartbeatMs(isAlone);
    } catch {
      // The next one may succeed.
      return;
    } finally {
      this.#isCalling = false;
    }
    if (field !== this.#field || (isAlone && !this.#isAlone)) await this.#say();
  }

  async #leave(): Promise<void> {
    this.#told = undefined;
    if (this.#calls.isOnline()) await this.#calls.leave().catch(() => {});
  }
}
