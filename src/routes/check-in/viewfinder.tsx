import {
  useEffect,
  useRef,
  useState,
  useEffectEvent,
  type RefObject,
} from "react";
import { Button } from "../../ui/button";
import {
  chooseCamera,
  hasLamp,
  light,
  startCamera,
  type Camera,
} from "./camera";
import { openCodeReader } from "./code-reader";
import { troubles } from "./words";

/** The camera's picture, or why there is none; the other ways are always below. */
export function Viewfinder({
  isPaused,
  onCode,
}: {
  isPaused: boolean;
  onCode: (text: string) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const [camera, setCamera] = useState<Camera>({ state: "starting" });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (video.current !== null) return startCamera(video.current, setCamera);
  }, [round]);
  const { state } = camera;
  const next = state === "on" ? camera.next : undefined;
  const isBroken = useScanning(video, state === "on", isPaused, onCode);
  return (
    <div className="grid desk-camera">
      <video
        ref={video}
        muted
        playsInline
        data-on={state === "on" || undefined}
        aria-label="What the camera sees"
      />
      {state === "on" ? (
        <>
          <div className="desk-frame" aria-hidden="true" />
          {isBroken && (
            <p className="desk-broken" role="alert">
              The code reader has not loaded. Search by name; it is tried again.
            </p>
          )}
          <div className="desk-torch row gap-3">
            {next && (
              <Button
                onClick={() => {
                  chooseCamera(next);
                  setRound(round + 1);
                }}
              >
                Next camera
              </Button>
            )}
            <Torch key={camera.track.id} track={camera.track} />
          </div>
        </>
      ) : state === "starting" ? (
        <p className="desk-trouble quiet">
          The camera starts. Allow it if the browser asks.
        </p>
      ) : (
        <div className="desk-trouble stack gap-3 justify-items-start">
          <h2>{troubles[state].title}</h2>
          <p>{troubles[state].way}</p>
          {state !== "insecure" && (
            <Button onClick={() => setRound(round + 1)}>
              Try the camera again
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Torch({ track }: { track: MediaStreamTrack }) {
  const [isLit, setIsLit] = useState(false);
  const [isThere, setIsThere] = useState(() => hasLamp(track));
  if (!isThere) return null;
  return (
    <Button
      aria-pressed={isLit}
      onClick={() =>
        void light(track, !isLit).then(
          () => setIsLit(!isLit),
          () => setIsThere(false),
        )
      }
    >
      Light
    </Button>
  );
}

const PAUSE_MS = 100;
const AFTER_FAILURE_MS = 2_000;

/** A code that is still held up is not a second scan; it is one once it was out of sight for this long. */
const SAME_SCAN_MS = 2_000;

/**
 * Reads the codes that a camera sees, one after the other.
 * @param isOn whether the video shows something
 * @param isPaused while a verdict is looked at: the next person's code is read once it is dealt with
 * @returns whether codes cannot be read, because the decoder has not loaded; it is tried again
 */
function useScanning(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  isPaused: boolean,
  onCode: (text: string) => void,
): boolean {
  const [isBroken, setIsBroken] = useState(false);
  const tell = useEffectEvent((text: string) => {
    if (!isPaused) onCode(text);
    return !isPaused;
  });
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let last = { text: "", at: -Infinity };
    const pause = (ms: number) => new Promise((after) => setTimeout(after, ms));
    const scan = async () => {
      let reader = await openCodeReader();
      while (!isOver) {
        try {
          const { current } = video;
          const text = current && (await reader.read(current));
          if (isOver) break;
          setIsBroken(false);
          const at = performance.now();
          const isSame = text === last.text && at - last.at < SAME_SCAN_MS;
          if (text !== null && (isSame || tell(text))) last = { text, at };
          await pause(PAUSE_MS);
        } catch {
          reader.close();
          setIsBroken(true);
          await pause(AFTER_FAILURE_MS);
          reader = await openCodeReader();
        }
      }
      reader.close();
    };
    void scan();
    return () => void (isOver = true);
  }, [video, isOn]);
  return isBroken;
}
