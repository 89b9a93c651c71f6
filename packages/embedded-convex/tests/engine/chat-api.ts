import { anyApi, type ApiFromModules } from "convex/server";
import type * as messagesModule from "../fixtures/server-chat/messages";
import type * as peopleModule from "../fixtures/server-chat/people";

/** References to the fixture's functions, for clients. */
export const { messages, people } = anyApi as unknown as ApiFromModules<{
  messages: typeof messagesModule;
  people: typeof peopleModule;
}>;
