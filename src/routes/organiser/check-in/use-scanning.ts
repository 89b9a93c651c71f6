import { useEffect, useEffectEvent, type RefObject } from "react";
import { openCodeReader } from "./code-reader";

const PAUSE_MS = 100;

/** A code that is still held up is not a second scan; it is one once it was out of sight for this long. */
const SAME_SCAN_MS = 2_000;

/**
 * Reads the codes that a camera sees, one after the other.
 * @param isOn whether the video shows something
 * @param isPaused while a verdict is looked at: the next person's code is read once it is dealt with
 */
export function useScanning(
  video: RefObject<HTMLVideoElement | null>,
  isOn: boolean,
  isPaused: boolean,
  onCode: (text: string) => void,
): void {
  const tell = useEffectEvent((text: string) => {
    if (!isPaused) onCode(text);
    return !isPaused;
  });
  useEffect(() => {
    if (!isOn) return;
    let isOver = false;
    let last = { text: "", at: -Infinity };
    const look = async () => {
      const reader = await openCodeReader();
      while (!isOver) {
        const { current } = video;
        const text = current && (await reader.read(current).catch(() => null));
        if (isOver) break;
        const at = performance.now();
        const isSame = text === last.text && at - last.at < SAME_SCAN_MS;
        if (text !== null && (isSame || tell(text))) last = { text, at };
        await new Promise((after) => setTimeout(after, PAUSE_MS));
      }
      reader.close();
    };
    void look();
    return () => void (isOver = true);
  }, [video, isOn]);
}
