import type { RouteObject } from "react-router-dom";
import { PagePending } from "./layouts/page-pending";
import { RouteError } from "./layouts/route-error";
import type { RouteHandle } from "./layouts/route-handle";
import { SiteLayout } from "./layouts/site-layout";
import { paths } from "./paths";

function titled(title: string): RouteHandle {
  return { title };
}

const pages: RouteObject[] = [
  { path: paths.landing, lazy: () => import("./routes/home/route") },
  { path: paths.home, lazy: () => import("./routes/home/route") },
  {
    lazy: () => import("./layouts/require-guest"),
    children: [
      {
        path: paths.login,
        handle: titled("Login"),
        lazy: () => import("./routes/login/route"),
      },
      {
        path: paths.register,
        handle: titled("Register"),
        lazy: () => import("./routes/register/route"),
      },
    ],
  },
  {
    lazy: () => import("./layouts/require-user"),
    children: [
      {
        path: paths.dashboard,
        handle: titled("Dashboard"),
        lazy: () => import("./routes/dashboard/route"),
      },
      {
        path: paths.team,
        handle: titled("Team"),
        lazy: () => import("./routes/team/route"),
      },
    ],
  },
  {
    path: "*",
    handle: titled("404 Page Not Found"),
    lazy: () => import("./routes/not-found/route"),
  },
];

/** Every page of the site, in its frame; the lists above say who may see it. */
export const routes: RouteObject[] = [
  {
    Component: SiteLayout,
    HydrateFallback: PagePending,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
];
