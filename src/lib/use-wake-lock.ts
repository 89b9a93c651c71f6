import { useEffect, useState } from "react";

/** After a refusal, such as on a low battery. */
const ASK_EVERY_MS = 60_000;

/**
 * Keeps the screen on while the page is seen: asks again whenever the page returns, because browsers let go when it is
 * hidden.
 * @returns whether the screen stays on
 */
export function useWakeLock(): boolean {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    // Not without TLS, nor in the oldest browsers.
    if (!("wakeLock" in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const isHeldNow = () => lock?.released === false;
    const take = async () => {
      if (document.visibilityState === "hidden" || isHeldNow()) return;
      const taken = await navigator.wakeLock.request("screen");
      if (isOver || isHeldNow()) return taken.release();
      lock = taken;
      taken.onrelease = () => setIsHeld(false);
      setIsHeld(true);
    };
    const ask = () => void take().catch(() => setIsHeld(false));
    ask();
    document.addEventListener("visibilitychange", ask);
    const timer = setInterval(ask, ASK_EVERY_MS);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", ask);
      clearInterval(timer);
      void lock?.release();
    };
  }, []);
  return isHeld;
}
