import { useEffect } from "react";

/** Keeps the screen on while the page is seen. Browsers take the lock away whenever it is hidden, and refuse it on a low battery. */
export function useWakeLock(): void {
  useEffect(() => {
    // Not without TLS, nor in the oldest browsers.
    if (!("wakeLock" in navigator)) return;
    let isOver = false;
    let lock: WakeLockSentinel | undefined;
    const take = () => {
      if (document.visibilityState === "hidden") return;
      navigator.wakeLock.request("screen").then(
        (taken) => {
          if (isOver) void taken.release();
          else lock = taken;
        },
        () => {},
      );
    };
    take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, []);
}
