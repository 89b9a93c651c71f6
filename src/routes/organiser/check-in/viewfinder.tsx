import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button";
import { hasLamp, light, startCamera, type Camera } from "./camera";
import { useScanning } from "./use-scanning";
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
          <Torch key={camera.track.id} track={camera.track} />
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
    <div className="desk-torch">
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
    </div>
  );
}
