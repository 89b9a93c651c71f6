/** Sign-in by Google for Convex Auth, available if its OAuth client is set. */
import Google from "@auth/core/providers/google";
import * as z from "zod/mini";
import { MAX_NAME_LENGTH, MAX_RAW_FACTOR } from "../platform/shared/input";
import { tidyEmail, withoutHidden } from "../platform/shared/pasted";
import { isBlank, tidyLine } from "../platform/shared/text";
import { warnUnlessAll } from "../platform/environment";

/** What Google tells about a person. `email` has been through `tidyEmail`. */
export type GooglePerson = {
  name: string;
  email: string;
  isEmailVerified: boolean;
  image?: string;
};

const GOOGLE = "https://accounts.google.com";

const CLIENT = ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"];

warnUnlessAll(
  [...CLIENT, "AUTH_GOOGLE_ISSUER"],
  CLIENT,
  "nobody can sign in with Google",
);

/** Returns true if people can sign in with Google on this deployment. */
export function isGoogleAvailable(): boolean {
  const { AUTH_GOOGLE_ID, AUTH_GOOGLE_SECRET } = process.env;
  return Boolean(AUTH_GOOGLE_ID && AUTH_GOOGLE_SECRET);
}

/**
 * Returns true if a page of the embedded backend stands in for Google. It believes
 * whoever signs in; this is the id of its client.
 */
export function isStandIn(): boolean {
  return process.env.AUTH_GOOGLE_ID === "stand-in";
}

/** Zero or one provider, created from the environment when the functions are loaded. */
export const googleProviders = isGoogleAvailable()
  ? [
      Google({
        clientId: process.env.AUTH_GOOGLE_ID,
        clientSecret: process.env.AUTH_GOOGLE_SECRET,
        // Tests set another issuer, so that they need no network.
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

/**
 * Parses the profile that the provider above makes. A person without a name
 * gets the local part of their address as name.
 */
export function googlePerson(profile: unknown): GooglePerson {
  const { name, email, emailVerified, image } = profileSchema.parse(profile);
  const [mailbox = ""] = email.split("@");
  const shownName = shortLine(name);
  return {
    name: isBlank(shownName) ? shortLine(mailbox) : shownName,
    email: tidyEmail(email),
    isEmailVerified: emailVerified,
    image: image?.startsWith("https://") ? image : undefined,
  };
}

/** A name as its own rules want it, cut where it is too long. */
function shortLine(text: string): string {
  const line = tidyLine(
    withoutHidden(text.slice(0, MAX_NAME_LENGTH * MAX_RAW_FACTOR)),
  );
  // Half of a pair may be left at the end.
  return line
    .slice(0, MAX_NAME_LENGTH)
    .replace(/\p{Cs}$/u, "")
    .trim();
}
