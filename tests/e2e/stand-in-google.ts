import { OAuth2Server } from "oauth2-mock-server";
import type { Environment } from "./product";

/** What Google says about somebody. */
export type GooglePerson = {
  sub: string;
  name: string;
  email: string;
  email_verified: boolean;
};

/** An OpenID provider on this machine that answers in Google's place, and lets everybody in without a question. */
export class StandInGoogle {
  /** Who sits in front of it. */
  person: GooglePerson = {
    sub: "1",
    name: "Gauri Menon",
    email: "gauri.menon@example.in",
    email_verified: true,
  };
  readonly #server = new OAuth2Server();

  static async start(): Promise<StandInGoogle> {
    const google = new StandInGoogle();
    const { issuer, service } = google.#server;
    await issuer.keys.generate("RS256");
    service.on("beforeTokenSigning", ({ payload }) =>
      Object.assign(payload, google.person, { aud: "the-product" }),
    );
    await google.#server.start(0, "localhost");
    return google;
  }

  /** What makes the product ask it. */
  get environment(): Environment {
    return {
      AUTH_GOOGLE_ID: "the-product",
      AUTH_GOOGLE_SECRET: "a secret between the two",
      AUTH_GOOGLE_ISSUER: this.#server.issuer.url ?? "",
    };
  }

  /** Refuses the next person who comes back with its code. */
  refuseOnce(): void {
    this.#server.service.once("beforeResponse", (response) => {
      response.statusCode = 400;
      response.body = { error: "invalid_grant" };
    });
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }
}
