/**
 * The pass: the text of the QR that a participant shows at the door. It is the same for as
 * long as the account exists, so that a picture of it works too, and names nothing but the
 * account. Upper case, so that a QR holds it as letters and digits: 45 squares wide.
 *
 * It is signed with a private key of the deployment, and a phone at the desk verifies it
 * with the public one, also without a line. The signatures are Ed25519 by @noble/ed25519
 * and not by WebCrypto, which has them neither in Convex's runtime nor in Chrome 109, and
 * nothing at all on a page that came over plain HTTP.
 */
import * as ed from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import type { GenericId as Id } from "convex/values";

// The library would use WebCrypto.
ed.hashes.sha512Async = (message) => Promise.resolve(sha512(message));

const PASS = /^HA1\.([^.]{1,64})\.([\dA-F]{128})$/;

/** Returns the public key with which `readPass` verifies what this secret has signed. */
export async function publicKeyOf(secret: Uint8Array): Promise<string> {
  return ed.etc.bytesToHex(await ed.getPublicKeyAsync(secret));
}

/** Returns the text of a person's pass. */
export async function signPass(uid: Id<"users">, secret: Uint8Array) {
  const signed = `HA1.${uid.toUpperCase()}`;
  const signature = await ed.signAsync(bytesOf(signed), secret);
  return `${signed}.${ed.etc.bytesToHex(signature).toUpperCase()}`;
}

/**
 * Returns whose pass this is; null if it is none, or none of this deployment. The account
 * may be deleted meanwhile.
 */
export async function readPass(text: string, publicKey: string) {
  const [, uid, signature] = PASS.exec(text.trim()) ?? [];
  if (uid === undefined || signature === undefined) return null;
  const isSigned = await ed.verifyAsync(
    ed.etc.hexToBytes(signature),
    bytesOf(`HA1.${uid}`),
    ed.etc.hexToBytes(publicKey),
  );
  return isSigned ? (uid.toLowerCase() as Id<"users">) : null;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
