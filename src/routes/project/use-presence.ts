import { useConvex } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "#convex/_generated/api";
import type { ProjectField } from "#convex/projects/shared/projects";
import { quietly } from "../../lib/connection/quiet-calls";
import { Attendance } from "./attendance";

/** Shows the person to the team while the project can be edited, with the field that they are in. */
export function usePresence(
  isOpen: boolean,
  field: ProjectField | null,
  isAlone: boolean,
): void {
  const convex = useConvex();
  const [attendance] = useState(() => {
    // Not a secret; `randomUUID` requires a secure origin.
    const tab = Math.random().toString(36).slice(2);
    const { arrive, leave } = api.projects;
    return new Attendance({
      arrive: async (alone, entered) =>
        quietly(
          convex.mutation(arrive, {
            tab,
            ...(alone && { isAlone: true }),
            ...(entered !== undefined && { field: entered }),
          }),
        ),
      leave: async () => quietly(convex.mutation(leave, { tab })),
      isOnline: () => convex.connectionState().isWebSocketConnected,
      onOnline: (tell) => {
        let wasOnline = convex.connectionState().isWebSocketConnected;
        return convex.subscribeToConnectionState(
          ({ isWebSocketConnected: isOnline }) => {
            if (isOnline && !wasOnline) tell();
            wasOnline = isOnline;
          },
        );
      },
    });
  });
  useEffect(
    () => (isOpen ? attendance.open() : undefined),
    [isOpen, attendance],
  );
  useEffect(() => attendance.setAlone(isAlone), [isAlone, attendance]);
  useEffect(() => {
    if (isOpen) attendance.enter(field);
  }, [isOpen, field, attendance]);
}
