import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { panels } from "./panels";
import { basename } from "./paths";
import { RequireKey } from "./session/require-key";
import { NotFound } from "./shell/not-found";
import { RouteError } from "./shell/route-error";
import { Shell } from "./shell/shell";
import { TablesLayout } from "./tables/tables-layout";

const pages: RouteObject[] = [
  {
    element: <TablesLayout />,
    children: [{ index: true, element: null }],
  },
  ...panels.map(({ path, Component }) => ({ path, element: <Component /> })),
  { path: "*", element: <NotFound /> },
];

const shell: RouteObject = {
  element: <Shell />,
  children: [{ errorElement: <RouteError />, children: pages }],
};

/** The whole map of the data browser. */
export const router = createBrowserRouter(
  [
    {
      element: <RequireKey />,
      errorElement: <RouteError />,
      children: [shell],
    },
  ],
  { basename },
);
