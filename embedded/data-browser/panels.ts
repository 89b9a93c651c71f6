import { type ComponentType, lazy } from "react";

/** A page of the data browser besides the tables, with its entry in the navigation. */
export type Panel = {
  /** The address beneath the data browser's own, without slashes. */
  path: string;
  title: string;
  /** Drawn only for who is signed in; may be `lazy`. */
  Component: ComponentType;
};

export const panels: readonly Panel[] = [
  {
    path: "functions",
    title: "Functions",
    Component: lazy(async () => {
      const { FunctionsPanel } = await import("./functions/functions-panel");
      return { default: FunctionsPanel };
    }),
  },
  {
    path: "logs",
    title: "Logs",
    Component: lazy(async () => {
      const { LogsPanel } = await import("./logs/logs-panel");
      return { default: LogsPanel };
    }),
  },
  {
    path: "schedules",
    title: "Schedules",
    Component: lazy(async () => {
      const { SchedulesPanel } = await import("./schedules/schedules-panel");
      return { default: SchedulesPanel };
    }),
  },
  {
    path: "health",
    title: "Health",
    Component: lazy(async () => {
      const { HealthPanel } = await import("./health/health-panel");
      return { default: HealthPanel };
    }),
  },
];
