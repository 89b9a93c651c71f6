/** Sign-in by Google for Convex Auth; there is none unless `AUTH_GOOGLE_ID` is set. */
import Google from "@auth/core/providers/google";
import * as z from "zod/mini";
import { MAX_NAME_LENGTH } from "../shared/limits";
import { isBlank, tidyEmail, tidyLine } from "../shared/text";
import type { GooglePerson } from "./accounts";

const GOOGLE = "https://accounts.google.com";

/** True if people can sign in with Google here. */
export function isGoogleAvailable(): boolean {
  return Boolean(process.env.AUTH_GOOGLE_ID);
}

/** None or one; made when the functions are loaded, from the deployment's settings. */
export const googleProviders = isGoogleAvailable()
  ? [
      Google({
        clientId: process.env.AUTH_GOOGLE_ID,
        clientSecret: process.env.AUTH_GOOGLE_SECRET,
        // Another one in tests, where nothing leaves the machine.
        issuer: process.env.AUTH_GOOGLE_ISSUER || GOOGLE,
        checks: ["pkce", "state"],
        profile: (claims) => {
          const profile = {
            id: claims.sub,
            name: claims.name,
            email: claims.email,
            emailVerified: claims.email_verified,
            image: claims.picture,
          };
          return profile;
        },
      }),
    ]
  : [];

const profileSchema = z.object({
  name: z.catch(z.string(), ""),
  email: z.string(),
  emailVerified: z.catch(z.boolean(), false),
  image: z.catch(z.optional(z.string()), undefined),
});

/** Reads what the provider above hands over; a person without a name goes by their mailbox's. */
export function googlePerson(profile: unknown): GooglePerson {
  const { name, email, emailVerified, image } = profileSchema.parse(profile);
  const [mailbox = ""] = email.split("@");
  const shownName = isBlank(name) ? mailbox : name;
  return {
    name: tidyLine(shownName).slice(0, MAX_NAME_LENGTH),
    email: tidyEmail(email),
    isEmailVerified: emailVerified,
    image: image?.startsWith("https://") ? image : undefined,
  };
}
