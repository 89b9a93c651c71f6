import { anyApi, type ApiFromModules } from "convex/server";
import type * as messagesModule from "../fixtures/server-chat/messages";
import type * as peopleModule from "../fixtures/server-chat/people";

/** The functions of the fixture, as clients name them. */
export const { messages, people } = anyApi as unknown as ApiFromModules<{
  messages: typeof messagesModule;
  people: typeof peopleModule;
}>;
