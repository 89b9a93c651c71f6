import { convexAuth } from "@convex-dev/auth/server";
import * as Accounts from "./model/accounts";
import { googlePerson, googleProviders } from "./model/googleProvider";
import { passwordProvider } from "./model/passwordProvider";
import { ownAddress } from "./model/siteAddress";

export const { auth, signIn, signOut, store, isAuthenticated } = convexAuth({
  providers: [passwordProvider, ...googleProviders],
  callbacks: {
    redirect: async ({ redirectTo }) => ownAddress(redirectTo),
    // Called for Google alone: the password provider makes its accounts itself.
    createOrUpdateUser: async (ctx, { existingUserId, profile }) =>
      existingUserId ?? Accounts.adoptGoogle(ctx, googlePerson(profile)),
  },
  jwt: {
    // Two tokens of one session minted in the same second would be the same
    // string, and the client takes an unchanged token for a failed refresh.
    customClaims: async () => ({ tokenId: crypto.randomUUID() }),
  },
});
