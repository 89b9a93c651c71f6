import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import {
  FREE_BYTES_PER_REQUEST,
  MAX_HELD_BYTES,
  MAX_REQUESTS,
  MAX_SOCKETS,
  MAX_SUBSCRIBED_BYTES,
} from "../../src/base/client-limits";
import { Admission } from "../../src/http/admission";
import { TrustedProxies } from "../../src/http/trusted-proxies";

const refusal = (status: number) =>
  expect.objectContaining({ status, code: "TooManyConcurrentRequests" });

const newResponse = () => new EventEmitter() as ServerResponse;

function newAdmission() {
  const admission = new Admission(new TrustedProxies("10.0.0.0/8"));
  return {
    admission,
    admitSocket: (client: string) => admission.admitSocket(client, () => {}),
  };
}

test("a hall of 240 may share one address", () => {
  const tabs = 240 * 2 * 2;
  expect(MAX_SOCKETS.perAddress).toBeGreaterThanOrEqual(tabs);
  expect(MAX_REQUESTS.perAddress).toBeGreaterThanOrEqual(tabs * 6);
  const subscriptions = MAX_SUBSCRIBED_BYTES.perAddress / 3_000;
  expect(subscriptions).toBeGreaterThanOrEqual(tabs * 15);
});

test("an address has so many sockets, and more when some have gone", () => {
  const { admitSocket } = newAdmission();
  const guests = Array.from({ length: MAX_SOCKETS.perAddress }, () =>
    admitSocket("192.0.2.1"),
  );
  expect(() => admitSocket("192.0.2.1")).toThrow(refusal(429));
  admitSocket("192.0.2.2");
  guests[0]?.leave();
  guests[0]?.leave();
  admitSocket("192.0.2.1");
  expect(() => admitSocket("192.0.2.1")).toThrow(refusal(429));
});

test("a subscriber's IPv6 network is one address", () => {
  const { admitSocket } = newAdmission();
  for (let n = 0; n < MAX_SOCKETS.perAddress; n++) {
    admitSocket(`2001:db8:1:2:${n.toString(16)}::1`);
  }
  expect(() => admitSocket("2001:db8:1:2::")).toThrow(refusal(429));
  admitSocket("2001:db8:1:3::1");
  admitSocket("2001:db8::1");
});

test("a proxy that does not say who asks is no single client", () => {
  const { admitSocket } = newAdmission();
  const guests = Array.from({ length: MAX_SOCKETS.perAddress + 1 }, () =>
    admitSocket("10.0.0.1"),
  );
  expect(guests).toHaveLength(MAX_SOCKETS.perAddress + 1);
});

test("a request counts until it is answered", () => {
  const { admission } = newAdmission();
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
  const { admission } = newAdmission();
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
