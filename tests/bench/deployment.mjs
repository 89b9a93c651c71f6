import fs from "node:fs";
import path from "node:path";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { importPKCS8, SignJWT } from "jose";

const ADD = makeFunctionReference("_system/frontend/addDocument:default");
const SIGN_IN = makeFunctionReference("auth:signIn");
const BATCH = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD = "correct horse 36";

/**
 * Fills a deployment with people. They come with a session each and no
 * password, because hashing thousands of them takes minutes; their tokens are
 * signed with the deployment's key.
 */
export class Deployment {
  #url;
  #keys;
  #client;

  constructor(url, dataDir) {
    this.#url = url;
    this.#keys = JSON.parse(
      fs.readFileSync(path.join(dataDir, "keys.json"), "utf8"),
    );
    this.#client = new ConvexHttpClient(url, { logger: false });
    this.#client.setAdminAuth(this.#keys.adminKey);
  }

  get adminKey() {
    return this.#keys.adminKey;
  }

  /** @returns tokens of new people with this role */
  async admit(count, role) {
    const people = Array.from({ length: count }, (_, k) => ({
      name: `Person ${k}`,
      displayName: `Person ${k}`,
      email: `${role}.${k}@example.in`,
      emailVerificationTime: Date.now(),
      createdAt: Date.now(),
      role,
      isProfileComplete: true,
      teamId: null,
      teamRole: null,
    }));
    const userIds = await this.#add("users", people);
    const sessions = userIds.map((userId) => ({
      userId,
      expirationTime: Date.now() + DAY_MS,
    }));
    const sessionIds = await this.#add("authSessions", sessions);
    const pem = this.#keys.jwtPrivateKey.replace(
      /(-----[^-]+-----) (.*) (-----[^-]+-----)/,
      (_, begin, body, end) => [begin, ...body.split(" "), end].join("\n"),
    );
    const key = await importPKCS8(pem, "RS256");
    return Promise.all(
      userIds.map((userId, k) => this.#sign(key, userId, sessionIds[k])),
    );
  }

  /** Makes accounts with passwords; `signIn` takes their numbers. */
  async signUp(count) {
    for (let k = 0; k < count; k++) {
      const name = `Account ${k}`;
      const params = { name, ...credentials(k), flow: "signUp" };
      await this.#call({ provider: "password", params });
    }
  }

  async signIn(k) {
    const params = { ...credentials(k), flow: "signIn" };
    const { tokens } = await this.#call({ provider: "password", params });
    if (!tokens) throw new Error("signed in without tokens");
  }

  #call(args) {
    const client = new ConvexHttpClient(this.#url, { logger: false });
    return client.action(SIGN_IN, args);
  }

  async #add(table, documents) {
    const ids = [];
    for (let from = 0; from < documents.length; from += BATCH) {
      const batch = documents.slice(from, from + BATCH);
      const added = await this.#client.mutation(ADD, {
        table,
        documents: batch,
      });
      ids.push(...added.ids);
    }
    return ids;
  }

  #sign(key, userId, sessionId) {
    return new SignJWT({ sub: `${userId}|${sessionId}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuedAt()
      .setIssuer(this.#url)
      .setAudience("convex")
      .setExpirationTime("3h")
      .sign(key);
  }
}

function credentials(k) {
  return { email: `account.${k}@example.in`, password: PASSWORD };
}
