import { convexAuth } from "@convex-dev/auth/server";
import { passwordProvider } from "./model/passwordProvider";

export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [passwordProvider],
  jwt: {
    // Two tokens of one session minted in the same second would be the same
    // string, and the client takes an unchanged token for a failed refresh.
    customClaims: async () => ({ tokenId: crypto.randomUUID() }),
  },
});
