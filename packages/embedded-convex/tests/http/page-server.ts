import {
  createServer,
  get,
  type IncomingMessage,
  type RequestListener,
} from "node:http";
import { listen } from "../base/listen";

/** Answers requests on a port of this machine. */
export async function startPages(handle: RequestListener) {
  const server = createServer(handle);
  const port = await listen(server);
  /** Sends the path as it is: fetch would tidy it up first. */
  const request = (
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<{ response: IncomingMessage; body: string }> =>
    new Promise((resolve, reject) => {
      const options = { port, host: "127.0.0.1", path, headers, method };
      get(options, (response) => {
        let body = "";
        response.setEncoding("latin1");
        response.on("data", (text: string) => (body += text));
        response.on("end", () => resolve({ response, body }));
      }).on("error", reject);
    });
  return { server, port, request };
}

export const navigation = { accept: "text/html,application/xhtml+xml" };
