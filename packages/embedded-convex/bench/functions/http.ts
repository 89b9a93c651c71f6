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

/** What verifies the tokens of those who mean well. */
http.route({
  path: "/.well-known/openid-configuration",
  method: "GET",
  handler: httpActionGeneric(async () => {
    const issuer = process.env.CONVEX_SITE_URL;
    return Response.json({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
    });
  }),
});

http.route({
  path: "/.well-known/jwks.json",
  method: "GET",
  handler: httpActionGeneric(async () => new Response(process.env.JWKS)),
});

export default http;
