import type { Page } from "playwright-core";

/** What a deployment says in production when a function breaks. */
const SERVER_ERROR = "[Request ID: 0123456789abcdef] Server Error";

type Message = {
  modifications?: { type: string; queryId: number; udfPath?: string }[];
};

/**
 * Lets queries of the deployment break as this page sees them. To be called before the page is opened.
 * @param broken their names ("teams:mine"); what is deleted from it later works again
 */
export async function breakQueries(
  page: Page,
  broken: Set<string>,
): Promise<void> {
  await withholdFirstAnswers(page);
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    const brokenQueries = new Set<number>();
    socket.onMessage((data) => {
      const { modifications = [] } = JSON.parse(String(data)) as Message;
      for (const { queryId, udfPath = "" } of modifications)
        // A function as it is written on the wire and as people write it.
        if (broken.has(udfPath.replace(/\.js:/, ":")))
          brokenQueries.add(queryId);
      server.send(data);
    });
    server.onMessage((data) => {
      const message = JSON.parse(String(data)) as Message;
      const modifications = message.modifications?.map((change) =>
        brokenQueries.has(change.queryId) && change.type === "QueryUpdated"
          ? { ...change, ...failedQuery }
          : change,
      );
      socket.send(
        JSON.stringify(modifications ? { ...message, modifications } : message),
      );
    });
  });
}

/**
 * Lets this page learn who it is, but keeps the result of every query from it. To be called before the page is opened.
 * Both may come in one message.
 */
export async function withholdResults(page: Page): Promise<void> {
  await withholdFirstAnswers(page);
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((data) => {
      const message = JSON.parse(String(data)) as Message;
      socket.send(
        message.modifications
          ? JSON.stringify({ ...message, modifications: [] })
          : data,
      );
    });
  });
}

/** Leaves the page to its live queries: what it asks for first, over HTTP, is answered with nothing. */
export async function withholdFirstAnswers(page: Page): Promise<void> {
  await page.route("**/api/query_batch", (route) =>
    route.fulfill({ json: { results: [] } }),
  );
}

const failedQuery = {
  type: "QueryFailed",
  errorMessage: SERVER_ERROR,
  value: undefined,
};
