import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import {
  FREE_BYTES_PER_REQUEST,
  MAX_HELD_BYTES,
  MAX_REQUESTS,
  MAX_SOCKETS,
} from "../../src/base/client-limits";
import { Admission } from "../../src/http/admission";
import { TrustedProxies } from "../../src/http/trusted-proxies";

const refusal = (status: number) =>
  expect.objectContaining({ status, code: "TooManyConcurrentRequests" });

const newResponse = () => new EventEmitter() as ServerResponse;

const newAdmission = () => new Admission(new TrustedProxies("10.0.0.0/8"));

test("a hall of a thousand may share one address", () => {
  expect(MAX_SOCKETS.perAddress).toBeGreaterThanOrEqual(4_000);
  expect(MAX_REQUESTS.perAddress).toBeGreaterThanOrEqual(1_000);
});

test("an address has so many sockets, and more when some have gone", () => {
  const admission = newAdmission();
  const guests = Array.from({ length: MAX_SOCKETS.perAddress }, () =>
    admission.admitSocket("192.0.2.1"),
  );
  expect(() => admission.admitSocket("192.0.2.1")).toThrow(refusal(429));
  admission.admitSocket("192.0.2.2");
  guests[0]?.leave();
  guests[0]?.leave();
  admission.admitSocket("192.0.2.1");
  expect(() => admission.admitSocket("192.0.2.1")).toThrow(refusal(429));
});

test("a subscriber's IPv6 network is one address", () => {
  const admission = newAdmission();
  for (let n = 0; n < MAX_SOCKETS.perAddress; n++) {
    admission.admitSocket(`2001:db8:1:2:${n.toString(16)}::1`);
  }
  expect(() => admission.admitSocket("2001:db8:1:2::")).toThrow(refusal(429));
  admission.admitSocket("2001:db8:1:3::1");
  admission.admitSocket("2001:db8::1");
});

test("a proxy that does not say who asks is no single client", () => {
  const admission = newAdmission();
  const guests = Array.from({ length: MAX_SOCKETS.perAddress + 1 }, () =>
    admission.admitSocket("10.0.0.1"),
  );
  expect(guests).toHaveLength(MAX_SOCKETS.perAddress + 1);
});

test("a request counts until it is answered", () => {
  const admission = newAdmission();
  const responses = Array.from({ length: MAX_REQUESTS.perAddress }, () => {
    const response = newResponse();
    admission.admitRequest("192.0.2.1", response);
    return response;
  });
  const more = () => admission.admitRequest("192.0.2.1", newResponse());
  expect(more).toThrow(refusal(429));
  responses[0]?.emit("close");
  more();
});

test("requests together hold so much, and small ones always fit", () => {
  const admission = newAdmission();
  const large = MAX_HELD_BYTES.perAddress + FREE_BYTES_PER_REQUEST;
  for (let n = 0; n * MAX_HELD_BYTES.perAddress < MAX_HELD_BYTES.total; n++) {
    const visitor = admission.admitRequest(`192.0.2.${n}`, newResponse());
    const rest = MAX_HELD_BYTES.total - admission.heldBytes;
    visitor.hold(Math.min(large, rest + FREE_BYTES_PER_REQUEST));
  }
  const visitor = admission.admitRequest("192.0.2.200", newResponse());
  expect(() => visitor.hold(FREE_BYTES_PER_REQUEST + 1)).toThrow(refusal(503));
  visitor.hold(FREE_BYTES_PER_REQUEST);
  const same = admission.admitRequest("192.0.2.0", newResponse());
  expect(() => same.hold(FREE_BYTES_PER_REQUEST + 1)).toThrow(refusal(429));
  same.hold(FREE_BYTES_PER_REQUEST);
  same.exempt();
  same.hold(2 * large);
});
