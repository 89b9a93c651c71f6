import { createContext, useContext } from "react";
import type { ConvexReactClient } from "convex/react";

/** The session of a signed-in user. */
export type Session = {
  /** Sent as `Authorization: Convex <key>` with HTTP requests. */
  key: string;
  client: ConvexReactClient;
  signOut: () => void;
};

export const SessionContext = createContext<Session | null>(null);

/** Only for components inside `RequireKey`. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error("useSession needs RequireKey above it");
  return session;
}
