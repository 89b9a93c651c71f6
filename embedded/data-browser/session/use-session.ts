import { createContext, useContext } from "react";
import type { ConvexReactClient } from "convex/react";

/** What somebody with the admin key works with. */
export type Session = {
  /** Goes into the header `Authorization: Convex <key>` of HTTP calls. */
  key: string;
  client: ConvexReactClient;
  signOut: () => void;
};

export const SessionContext = createContext<Session | null>(null);

/** Only for what is drawn beneath `RequireKey`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("Nobody is signed in here");
  return session;
}
