import { generateKeyPairSync, sign } from "node:crypto";

const DAY_MS = 24 * 60 * 60 * 1000;

/** ASN.1 tags in DER. */
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** Object identifiers, DER-encoded. */
const ECDSA_WITH_SHA256 = "2a8648ce3d040302";
const COMMON_NAME = "550403";
const SUBJECT_ALTERNATIVE_NAME = "551d11";

/**
 * Creates a certificate for `localhost` and `127.0.0.1` that is valid for a
 * day. Returns it and its private key in PEM.
 */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  });
  const algorithm = der(SEQUENCE, identifier(ECDSA_WITH_SHA256));
  const name = der(
    SEQUENCE,
    der(
      SET,
      der(
        SEQUENCE,
        identifier(COMMON_NAME),
        der(UTF8_STRING, Buffer.from("localhost")),
      ),
    ),
  );
  const names = der(
    SEQUENCE,
    der(DNS_NAME, Buffer.from("localhost")),
    der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])),
  );
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    der(SEQUENCE, time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      EXTENSIONS,
      der(
        SEQUENCE,
        der(
          SEQUENCE,
          identifier(SUBJECT_ALTERNATIVE_NAME),
          der(OCTET_STRING, names),
        ),
      ),
    ),
  );
  const signature = sign("sha256", body, privateKey);
  const certificate = der(
    SEQUENCE,
    body,
    algorithm,
    der(BIT_STRING, Buffer.from([0]), signature),
  );
  const base64 = certificate.toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80
      ? [length]
      : length < 0x100
        ? [0x81, length]
        : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function identifier(hexadecimal: string): Buffer {
  return der(OBJECT_IDENTIFIER, Buffer.from(hexadecimal, "hex"));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, "").slice(2, 14);
  return der(UTC_TIME, Buffer.from(`${digits}Z`));
}
