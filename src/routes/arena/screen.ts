/** What makes an open page a screen of the hall: its key, its signs of life, new versions. */
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import { SIGN_EVERY_MS } from "#convex/hall/shared/screens";
import { convex } from "../../lib/connection/convex-client";
import { ownVersion, versionIn } from "../../lib/connection/page-version";
import { quietly } from "../../lib/connection/quiet-calls";
import { readStored, writeStored } from "../../lib/kept/stored";

const VERSION_EVERY_MS = 10 * 60 * 1000;
/** Shorter interruptions are not shown. */
const GRACE_MS = 5_000;

/** The key of this page; two windows of one computer are two screens by what follows "?" in their addresses. */
export function ownKey(): string {
  const name = `screenKey${location.search}`;
  const stored = readStored(name);
  if (stored !== null) return stored;
  const key = btoa(
    String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))),
  );
  writeStored(name, key);
  return key;
}

/** Says every minute that the screen lives; nothing while the line is away, because calls would gather. */
export function useSigns(isListed: boolean, key: string, isAwake: boolean) {
  useEffect(() => {
    if (!isListed) return;
    const say = () => {
      if (!convex.connectionState().isWebSocketConnected) return;
      const sign = { key, version: ownVersion(), isAwake };
      quietly(convex.mutation(api.screens.sign, sign)).catch(() => {});
    };
    say();
    const timer = setInterval(say, SIGN_EVERY_MS);
    return () => clearInterval(timer);
  }, [isListed, key, isAwake]);
}

/**
 * Loads the page again once there is a new version and nothing has the stage.
 * @param isBroken something does not come by itself: any version is better
 */
export function useNewVersion(isQuiet: boolean, isBroken = false): void {
  const [isThere, setIsThere] = useState(false);
  useEffect(() => {
    const compareVersions = async () => {
      const answer = await fetch(location.pathname, {
        cache: "no-store",
        signal: AbortSignal.timeout(VERSION_EVERY_MS / 2),
      });
      const version = versionIn(await answer.text());
      const isNew = version !== "" && version !== ownVersion();
      setIsThere(answer.ok && (isNew || isBroken));
    };
    const timer = setInterval(
      () => void compareVersions().catch(() => {}),
      isBroken ? SIGN_EVERY_MS : VERSION_EVERY_MS,
    );
    return () => clearInterval(timer);
  }, [isBroken]);
  useEffect(() => {
    if (isThere && isQuiet) location.reload();
  }, [isThere, isQuiet]);
}

/**
 * Since when the line is away; null while it is there.
 * @param now the page's time, each second
 */
export function useAwaySince(now: number | null): number | null {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const [since, setSince] = useState<number | null>(null);
  const isAway = hasEverConnected && !isWebSocketConnected;
  if (isAway && since === null && now !== null) setSince(now);
  if (!isAway && since !== null) setSince(null);
  const hasLasted = now !== null && since !== null && now - since >= GRACE_MS;
  return hasLasted ? since : null;
}

/** Whether somebody is at the screen: for half a minute after it was opened, and after each key and move. */
export function useAttended(): boolean {
  const [isAttended, setIsAttended] = useState(true);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = () => {
      setIsAttended(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsAttended(false), 30_000);
    };
    note();
    for (const event of ["pointermove", "pointerdown", "keydown"])
      addEventListener(event, note, { signal, passive: true });
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, []);
  return isAttended;
}
