/** Why there is no picture: each has another way on. */
export type CameraTrouble = "insecure" | "denied" | "absent" | "busy";

export type Camera =
  | { state: "starting" | CameraTrouble }
  | { state: "on"; track: MediaStreamTrack };

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
      const opened = await openStream();
      if (own !== turn) return stop(opened);
      stream = opened;
      const [track] = opened.getVideoTracks();
      if (track === undefined) throw new DOMException("", "NotFoundError");
      // By the device; `stop` does not fire it.
      track.addEventListener("ended", restart);
      video.srcObject = opened;
      await video.play();
      if (own === turn) tell({ state: "on", track });
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

/** @throws DOMException as the browser names it; "SecurityError" without TLS */
async function openStream(): Promise<MediaStream> {
  if (!("mediaDevices" in navigator))
    throw new DOMException("no secure context", "SecurityError");
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: "environment",
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
