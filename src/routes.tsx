import type { RouteObject } from "react-router-dom";
import { PagePending } from "./layouts/page-pending";
import { RouteError } from "./layouts/route-error";
import { SiteLayout } from "./layouts/site-layout";
import { notFoundPage, pages as words } from "./content/pages";
import { paths } from "./paths";

const pages: RouteObject[] = [
  {
    path: paths.landing,
    handle: words.landing,
    lazy: () => import("./routes/home/route"),
  },
  {
    path: paths.home,
    handle: words.home,
    lazy: () => import("./routes/home/route"),
  },
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
        handle: words.login,
        lazy: () => import("./routes/login/route"),
      },
      {
        path: paths.register,
        handle: words.register,
        lazy: () => import("./routes/register/route"),
      },
    ],
  },
  {
    lazy: () => import("./layouts/require-user"),
    children: [
      {
        path: paths.dashboard,
        handle: words.dashboard,
        lazy: () => import("./routes/dashboard/route"),
      },
      {
        path: paths.team,
        handle: words.team,
        lazy: () => import("./routes/team/route"),
      },
      {
        path: paths.account,
        handle: words.account,
        lazy: () => import("./routes/account/route"),
      },
      {
        lazy: () => import("./layouts/require-organiser"),
        children: [
          {
            path: `${paths.organiser}/*`,
            handle: words.organiser,
            lazy: () => import("./routes/organiser/route"),
          },
        ],
      },
    ],
  },
  {
    path: paths.google,
    handle: words.google,
    lazy: () => import("./routes/google/route"),
  },
  {
    path: paths.resetPassword,
    handle: words.resetPassword,
    lazy: () => import("./routes/reset-password/route"),
  },
  {
    path: paths.bufferLogin,
    handle: words.bufferLogin,
    lazy: () => import("./routes/buffer/route"),
  },
  {
    path: paths.bufferRegister,
    handle: words.bufferRegister,
    lazy: () => import("./routes/buffer/route"),
  },
  {
    path: "*",
    handle: notFoundPage,
    lazy: () => import("./routes/not-found/route"),
  },
];

/** Every page of the site, in its frame; the lists above say who may see it. */
export const routes: RouteObject[] = [
  {
    Component: SiteLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: PagePending,
    children: [{ ErrorBoundary: RouteError, children: pages }],
  },
];
