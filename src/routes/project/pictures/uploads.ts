import type { Id } from "#convex/_generated/dataModel";
import { isAppError } from "#convex/platform/shared/errors";
import { messageOf } from "../../../lib/forms/error-message";
import { newListeners } from "../../../lib/listeners";
import { PictureTrouble, type PreparedPicture } from "./prepare-picture";
import { Busy, LineLost, type sendFile } from "./send-file";

/** A chosen file on its way. */
export type Upload = {
  id: number;
  name: string;
  /** How much of it has left, from 0 to 1; null before. */
  sent: number | null;
};

/** The steps of an upload. */
export type Steps = {
  prepare: (file: File) => Promise<PreparedPicture>;
  /** Waits for the line. */
  askWhere: () => Promise<Addresses>;
  send: typeof sendFile;
  /** Has no effect on files that were added before. */
  add: (files: StoredFiles) => Promise<Id<"pictures">>;
  remove: (pictureId: Id<"pictures">) => Promise<unknown>;
  /** Waits before another try. */
  pause: (ms: number) => Promise<void>;
};

type Addresses = { picture: string; thumbnail: string };
type StoredFiles = { storageId: Id<"_storage">; thumbnailId: Id<"_storage"> };

type State = {
  uploads: readonly Upload[];
  /** What did not arrive, and why, as a sentence; until other files are chosen. */
  failed: readonly { name: string; why: string }[];
  /** The name of the last one that arrived. */
  added?: string;
};

/** With each try it is longer, or a line that is merely slow would never do. */
const SILENCE_MS = 15_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * Pauses of up to 10 s, at random, so that a hall does not come back at once; a busy
 * deployment is asked for about a minute.
 */
const LONGEST_BUSY_PAUSE_MS = 10_000;
const MAX_BUSY = 12;
/** Answers that are no refusals and no pictures, before an upload is given up. A lost line does not count. */
const MAX_FAILURES = 5;

/**
 * Uploads chosen pictures one after the other. What is prepared is kept until the deployment has it, refuses it, or
 * somebody cancels.
 */
export class Uploads {
  readonly #steps: Steps;
  readonly #listeners = newListeners();
  readonly #stops = new Map<number, AbortController>();
  #state: State = { uploads: [], failed: [] };
  #isRunning = false;
  #nextId = 0;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  readonly subscribe = this.#listeners.subscribe;

  readonly current = () => this.#state;

  start(files: readonly File[]): void {
    const chosen = files.map((file) => ({ file, id: this.#nextId++ }));
    for (const { id } of chosen) this.#stops.set(id, new AbortController());
    const uploads = chosen.map(({ file, id }) => ({
      id,
      name: file.name,
      sent: null,
    }));
    this.#set({
      ...this.#state,
      uploads: [...this.#state.uploads, ...uploads],
      failed: this.#isRunning ? this.#state.failed : [],
    });
    this.#waiting.push(...chosen);
    if (!this.#isRunning) void this.#run();
  }

  cancel(id: number): void {
    this.#stops.get(id)?.abort();
    this.#stops.delete(id);
    const uploads = this.#state.uploads.filter((upload) => upload.id !== id);
    this.#set({ ...this.#state, uploads });
  }

  cancelAll(): void {
    for (const { id } of this.#state.uploads) this.cancel(id);
  }

  readonly #waiting: { file: File; id: number }[] = [];

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (;;) {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const stop = this.#stops.get(next.id);
      if (stop === undefined) continue;
      try {
        await untilAborted(this.#deliver(next, stop.signal), stop.signal);
        this.#set({ ...this.#state, added: next.file.name });
      } catch (error) {
        if (!stop.signal.aborted) this.#report(next.file.name, error);
      }
      this.cancel(next.id);
    }
    this.#isRunning = false;
  }

  async #deliver(
    { file, id }: { file: File; id: number },
    signal: AbortSignal,
  ): Promise<void> {
    const prepared = await this.#steps.prepare(file);
    let where: Addresses | undefined;
    let stored: StoredFiles | undefined;
    let failures = 0;
    for (let tries = 0; !signal.aborted; tries++) {
      const isStored = stored !== undefined;
      try {
        this.#move(id, 0);
        where ??= await this.#steps.askWhere();
        stored ??= await this.#send(prepared, where, { id, tries, signal });
        const pictureId = await this.#steps.add(stored);
        // Cancelled while the deployment added it.
        if (signal.aborted) await this.#steps.remove(pictureId);
        return;
      } catch (error) {
        // The deployment deletes files that were not added soon.
        const isGone = isStored && isRefusedPicture(error);
        const isLost = error instanceof LineLost;
        const isFinal = isAppError(error) || error instanceof Busy;
        if (!isGone && (isFinal || (!isLost && ++failures >= MAX_FAILURES)))
          throw error;
        if (isGone) stored = undefined;
        // An address expires, and takes so much and no more.
        if (!isLost) where = undefined;
        if (isGone) continue;
        await this.#steps.pause(
          Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries),
        );
      }
    }
  }

  async #send(
    { picture, thumbnail }: PreparedPicture,
    where: Addresses,
    { id, tries, signal }: { id: number; tries: number; signal: AbortSignal },
  ): Promise<StoredFiles> {
    const aTry = new AbortController();
    const stop = () => aTry.abort();
    signal.addEventListener("abort", stop, { signal: aTry.signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(timer);
      timer = setTimeout(stop, SILENCE_MS * 2 ** tries);
    };
    const left = [0, 0];
    const onSent = (nth: number, bytes: number) => {
      left[nth] = bytes;
      const [one = 0, other = 0] = left;
      this.#move(id, (one + other) / (picture.size + thumbnail.size));
      listen();
    };
    const sendNth = async (nth: number, address: string, file: Blob) => {
      for (let refused = 1; ; refused++) {
        try {
          return await this.#steps.send(address, file, {
            signal: aTry.signal,
            onSent: (bytes) => onSent(nth, bytes),
          });
        } catch (error) {
          if (!(error instanceof Busy) || refused === MAX_BUSY) throw error;
          listen();
          await this.#steps.pause(busyPauseMs(refused));
          listen();
        }
      }
    };
    listen();
    try {
      if (signal.aborted) throw new LineLost("cancelled");
      const [storageId, thumbnailId] = await Promise.all([
        sendNth(0, where.picture, picture),
        sendNth(1, where.thumbnail, thumbnail),
      ]);
      return { storageId, thumbnailId };
    } finally {
      clearTimeout(timer);
      stop();
    }
  }

  #move(id: number, sent: number): void {
    const uploads = this.#state.uploads.map((upload) =>
      // What goes along with the file is counted, too.
      upload.id === id ? { ...upload, sent: Math.min(1, sent) } : upload,
    );
    this.#set({ ...this.#state, uploads });
  }

  #report(name: string, error: unknown): void {
    const why =
      error instanceof PictureTrouble
        ? error.message
        : messageOf(error, "Failed to upload the picture");
    const failed = [...this.#state.failed, { name, why }];
    this.#set({ ...this.#state, failed });
  }

  #set(state: State): void {
    this.#state = state;
    this.#listeners.tell();
  }
}

/** At least a second, as the deployment asks for. */
const busyPauseMs = (refused: number) =>
  1_000 + Math.random() * Math.min(LONGEST_BUSY_PAUSE_MS, 1_000 * 2 ** refused);

const isRefusedPicture = (error: unknown) =>
  isAppError(error) && error.data.code === "picture_refused";

async function untilAborted(work: Promise<void>, signal: AbortSignal) {
  await Promise.race([
    work,
    new Promise<never>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new LineLost("cancelled"))),
    ),
  ]);
}
