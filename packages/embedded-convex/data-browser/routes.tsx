import { createBrowserRouter, type RouteObject } from "react-router-dom";
import {
  DocumentPanel,
  NewDocumentPanel,
  FindDocument,
} from "./documents/document-panel";
import { pages } from "./pages";
import { basename } from "./navigation/paths";
import { RequireKey } from "./session/require-key";
import { RouteError, NotFound } from "./shell/route-error";
import { Shell } from "./shell/shell";
import { TablePage } from "./tables/table-page";
import { TablesLayout } from "./tables/tables-layout";

const tables: RouteObject = {
  element: <TablesLayout />,
  children: [
    { index: true, element: null },
    {
      path: "tables/:table",
      element: <TablePage />,
      children: [
        { path: "new", element: <NewDocumentPanel /> },
        { path: ":id", element: <DocumentPanel /> },
      ],
    },
  ],
};

const shell: RouteObject = {
  element: <Shell />,
  children: [
    {
      errorElement: <RouteError />,
      children: [
        tables,
        { path: "find/:id", element: <FindDocument /> },
        ...pages.map(({ path, Component }) => ({
          path,
          element: <Component />,
        })),
        { path: "*", element: <NotFound /> },
      ],
    },
  ],
};

/** Every route of the data browser. */
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
