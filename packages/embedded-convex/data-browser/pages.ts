import { type ComponentType, lazy } from "react";

/** A page besides the tables; it has an entry in the navigation. */
type Page = {
  /** Its address below the data browser's own, without slashes. */
  path: string;
  title: string;
  /** Whether it is in the navigation only where no mail provider is set. */
  isForOutbox?: true;
  /** Rendered only for those who are signed in; may be `lazy`. */
  Component: ComponentType;
};

export const pages: readonly Page[] = [
  {
    path: "logs",
    title: "Logs",
    Component: lazy(async () => {
      const { LogsPage } = await import("./logs/logs-page");
      return { default: LogsPage };
    }),
  },
  {
    path: "outbox",
    title: "Outbox",
    isForOutbox: true,
    Component: lazy(async () => {
      const { OutboxPage } = await import("./outbox/outbox-page");
      return { default: OutboxPage };
    }),
  },
  {
    path: "health",
    title: "Health",
    Component: lazy(async () => {
      const { HealthPage } = await import("./health/health-page");
      return { default: HealthPage };
    }),
  },
];
