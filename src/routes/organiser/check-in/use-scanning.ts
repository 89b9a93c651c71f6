import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { openCodeReader } from "./code-reader";

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
export function useScanning(
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
    const look = async () => {
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
    void look();
    return () => void (isOver = true);
  }, [video, isOn]);
  return isBroken;
}
