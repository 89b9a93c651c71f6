import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import type { ProjectField } from "#convex/shared/projects";

/** The interval in convex/model/projects/presence.ts. */
const INTERVAL_MS = 10_000;

/** Sends heartbeats while the project can be edited, with the field that the person is in. */
export function usePresence(isOpen: boolean, field: ProjectField | null): void {
  const arrive = useMutation(api.projects.arrive);
  const leave = useMutation(api.projects.leave);
  // Not a secret; `randomUUID` requires a secure origin.
  const [tab] = useState(() => Math.random().toString(36).slice(2));
  useEffect(() => {
    if (!isOpen) return undefined;
    const say = () => void arrive({ tab, field }).catch(() => undefined);
    say();
    const timer = setInterval(say, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOpen, field, arrive, tab]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const goodbye = () => void leave({ tab }).catch(() => undefined);
    window.addEventListener("pagehide", goodbye);
    return () => {
      window.removeEventListener("pagehide", goodbye);
      goodbye();
    };
  }, [isOpen, leave, tab]);
}
