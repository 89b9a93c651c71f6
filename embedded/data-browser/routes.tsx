import { createBrowserRouter, type RouteObject } from "react-router-dom";
import { DocumentPanel } from "./documents/document-panel";
import { FindDocument } from "./documents/find-document";
import { NewDocumentPanel } from "./documents/new-document-panel";
import { panels } from "./panels";
import { basename } from "./paths";
import { RequireKey } from "./session/require-key";
import { NotFound } from "./shell/not-found";
import { RouteError } from "./shell/route-error";
import { Shell } from "./shell/shell";
import { TableRoute } from "./tables/table-route";
import { TablesLayout } from "./tables/tables-layout";

const pages: RouteObject[] = [
  {
    element: <TablesLayout />,
    children: [
      { index: true, element: null },
      {
        path: "tables/:table",
        element: <TableRoute />,
        children: [
          { path: "new", element: <NewDocumentPanel /> },
          { path: ":id", element: <DocumentPanel /> },
        ],
      },
    ],
  },
  { path: "find/:id", element: <FindDocument /> },
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
