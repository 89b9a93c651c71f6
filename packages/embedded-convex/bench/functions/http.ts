import { httpActionGeneric, httpRouter } from "convex/server";

const http = httpRouter();

/** A response of a size of the caller's choice. */
http.route({
  path: "/large",
  method: "GET",
  handler: httpActionGeneric((_ctx, request) => {
    const bytes = Number(new URL(request.url).searchParams.get("bytes"));
    return Promise.resolve(new Response("x".repeat(bytes)));
  }),
});

export default http;
