import { readStored, writeStored } from "../../lib/kept/stored";

/** Why there is no picture: each has another way on. */
export type CameraTrouble = "insecure" | "denied" | "absent" | "busy";

export type Camera =
  | { state: "starting" | CameraTrouble }
  /** `next` is the device after this one, if there are several. */
  | { state: "on"; track: MediaStreamTrack; next: string | undefined };

/** Which camera this device's desk was given last. */
const CHOSEN = "deskCamera";
/** Lenses for what is far, or around. */
const REAR = { facingMode: "environment" };
const FAR = /ultra|tele|depth/iu;

/**
 * Shows the rear camera in a video while the page is seen. Hidden, it is given back: an iPhone shows black when it comes
 * back to a camera that it kept.
 * @returns a function that ends it
 */
export function startCamera(
  video: HTMLVideoElement,
  tell: (camera: Camera) => void,
): () => void {
  let stream: MediaStream | undefined;
  let turn = 0;

  async function begin() {
    end();
    if (document.visibilityState === "hidden") return;
    const own = turn;
    tell({ state: "starting" });
    try {
      const opened = await openBest();
      if (own !== turn) return stop(opened);
      stream = opened;
      const [track] = opened.getVideoTracks();
      if (track === undefined) throw new DOMException("", "NotFoundError");
      // By the device; `stop` does not fire it.
      track.addEventListener("ended", restart);
      video.srcObject = opened;
      await video.play();
      const next = await nextOf(track);
      if (own === turn) tell({ state: "on", track, next });
    } catch (error) {
      if (own === turn) tell({ state: troubleOf(error) });
    }
  }

  function end() {
    turn++;
    if (stream) stop(stream);
    stream = undefined;
    video.srcObject = null;
  }

  const restart = () => void begin();
  document.addEventListener("visibilitychange", restart);
  restart();
  return () => {
    document.removeEventListener("visibilitychange", restart);
    end();
  };
}

/** Remembers which camera the desk takes from now on. */
export function chooseCamera(deviceId: string): void {
  writeStored(CHOSEN, deviceId);
}

/** Whether a camera has a lamp. The oldest browsers do not tell what a camera can. */
export function hasLamp(track: MediaStreamTrack): boolean {
  return "torch" in (track.getCapabilities?.() ?? {});
}

/** @throws if the camera refuses */
export async function light(
  track: MediaStreamTrack,
  isOn: boolean,
): Promise<void> {
  // Not in TypeScript's library: only Android has it.
  const advanced = [{ torch: isOn } as MediaTrackConstraintSet];
  await track.applyConstraints({ advanced });
}

/** The chosen camera; else the rear one, or another rear one if its lens does not focus on what is near. */
async function openBest(): Promise<MediaStream> {
  const chosen = readStored(CHOSEN);
  // It may be another phone's, or gone.
  if (chosen !== null)
    return openStream(chosen).catch(() => openStream(undefined));
  const stream = await openStream(undefined);
  const track = stream.getVideoTracks()[0];
  if (track === undefined || seesNear(track)) return stream;
  const better = (await cameras()).find(
    ({ label, deviceId }) =>
      deviceId !== track.getSettings().deviceId &&
      /back|rear/iu.test(label) &&
      !FAR.test(label),
  );
  if (better === undefined) return stream;
  // A phone opens one at a time.
  stop(stream);
  return openStream(better.deviceId).catch(() => openStream(undefined));
}

function seesNear(track: MediaStreamTrack): boolean {
  // Not in TypeScript's library.
  const able = (track.getCapabilities?.() ?? {}) as { focusMode?: string[] };
  return (
    !FAR.test(track.label) && able.focusMode?.includes("continuous") !== false
  );
}

async function cameras(): Promise<MediaDeviceInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices.filter(({ kind }) => kind === "videoinput");
}

async function nextOf(track: MediaStreamTrack): Promise<string | undefined> {
  const ids = (await cameras()).map(({ deviceId }) => deviceId);
  const at = ids.indexOf(track.getSettings().deviceId ?? "");
  return ids.length > 1 ? ids[(at + 1) % ids.length] : undefined;
}

/**
 * @param deviceId undefined takes the rear camera
 * @throws DOMException as the browser names it; "SecurityError" without TLS
 */
async function openStream(deviceId: string | undefined): Promise<MediaStream> {
  if (!("mediaDevices" in navigator))
    throw new DOMException("no secure context", "SecurityError");
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      ...(deviceId ? { deviceId: { exact: deviceId } } : REAR),
      width: { ideal: 1280 },
      height: { ideal: 720 },
    },
  });
}

function stop(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}

function troubleOf(error: unknown): CameraTrouble {
  switch (error instanceof DOMException ? error.name : "") {
    case "NotAllowedError":
      return "denied";
    case "SecurityError":
      return "insecure";
    case "NotFoundError":
    case "OverconstrainedError":
      return "absent";
    default:
      return "busy";
  }
}
