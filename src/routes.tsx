import type { RouteObject } from "react-router-dom";
import { PagePending } from "./layouts/page-pending";
import { RouteError } from "./layouts/route-error";
import type { RouteHandle } from "./layouts/route-handle";
import { SiteLayout } from "./layouts/site-layout";
import { pages as words } from "./content/pages";
import { paths } from "./paths";

function titled(title: string): RouteHandle {
  return { title };
}

const pages: RouteObject[] = [
  { path: paths.landing, lazy: () => import("./routes/home/route") },
  { path: paths.home, lazy: () => import("./routes/home/route") },
  {
    path: paths.about,
    handle: words.about,
    lazy: () => import("./routes/about/route"),
  },
  {
    path: paths.contact,
    handle: words.contact,
    lazy: () => import("./routes/contact/route"),
  },
  {
    path: paths.faq,
    handle: words.faq,
    lazy: () => import("./routes/faq/route"),
  },
  {
    path: paths.privacyPolicy,
    handle: words.privacyPolicy,
    lazy: () => import("./routes/legal/privacy-policy"),
  },
  {
    path: paths.termsOfService,
    handle: words.termsOfService,
    lazy: () => import("./routes/legal/terms-of-service"),
  },
  {
    path: paths.codeOfConduct,
    handle: words.codeOfConduct,
    lazy: () => import("./routes/legal/code-of-conduct"),
  },
  {
    path: paths.judging,
    handle: words.judging,
    lazy: () => import("./routes/resources/judging"),
  },
  {
    path: paths.starterKits,
    handle: words.starterKits,
    lazy: () => import("./routes/resources/starter-kits"),
  },
  {
    path: paths.submissionGuide,
    handle: words.submissionGuide,
    lazy: () => import("./routes/resources/submission-guide"),
  },
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
