import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, test, vi } from "vitest";
import {
  FREE_BYTES_PER_REQUEST,
  MAX_HELD_BYTES,
  MAX_REQUESTS,
  MAX_SOCKETS,
  MAX_SUBSCRIBED_BYTES,
} from "../../src/base/client-limits";
import { Admission } from "../../src/http/admission";
import { TrustedProxies } from "../../src/http/trusted-proxies";

const busy = expect.objectContaining({
  status: 503,
  code: "TooManyConcurrentRequests",
});

function newAdmission() {
  const admission = new Admission(new TrustedProxies("10.0.0.0/8"));
  const gone: string[] = [];
  const admitRequest = (client: string, person: string | null = null) => {
    const response = Object.assign(new EventEmitter(), {
      destroy: () => {
        gone.push(client);
        response.emit("close");
      },
    });
    const visitor = admission.admitRequest(
      admission.senderOf(client, person),
      response as unknown as ServerResponse,
    );
    return { visitor, response };
  };
  return {
    admission,
    gone,
    admitRequest,
    admitSocket: (client: string) =>
      admission.admitSocket(client, () => gone.push(client)),
  };
}

test("a hall of 240 with two devices and two tabs each has room", () => {
  const tabs = 240 * 2 * 2;
  expect(MAX_SOCKETS).toBeGreaterThanOrEqual(tabs);
  expect(MAX_REQUESTS).toBeGreaterThanOrEqual(tabs * 6);
  expect(MAX_SUBSCRIBED_BYTES / 3_000).toBeGreaterThanOrEqual(tabs * 15);
});

test("a socket more than there may be takes the place of one of the address with most", () => {
  const { admitSocket, gone } = newAdmission();
  const first = admitSocket("192.0.2.1");
  for (let n = 1; n < MAX_SOCKETS; n++) admitSocket(`192.0.2.${1 + (n % 3)}`);
  const signedIn = admitSocket("198.51.100.1");
  expect(gone).toEqual([expect.stringMatching(/^192/)]);
  signedIn.identify("asha");
  first.leave();
  first.leave();
  admitSocket("198.51.100.2");
  expect(gone).toHaveLength(1);
  admitSocket("198.51.100.2");
  expect(gone).toHaveLength(2);
});

test("a subscriber's IPv6 network is one address", () => {
  const { admitSocket, gone } = newAdmission();
  for (let n = 0; n < MAX_SOCKETS - 2; n++) {
    admitSocket(`2001:db8:1:2:${n.toString(16)}::1`);
  }
  for (let n = 0; n < 3; n++) admitSocket("2001:db8::1");
  expect(gone).toHaveLength(1);
  expect(gone[0]).toContain("2001:db8:1:2:");
});

test("a request counts until it is answered", () => {
  const { admitRequest, gone } = newAdmission();
  const [first] = Array.from({ length: MAX_REQUESTS }, () =>
    admitRequest("192.0.2.1"),
  );
  first?.response.emit("close");
  admitRequest("192.0.2.1");
  expect(gone).toEqual([]);
  admitRequest("192.0.2.2");
  expect(gone).toEqual(["192.0.2.1"]);
});

test("bodies of strangers make room for somebody's picture, from their address and from another", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { admitRequest, admission, gone } = newAdmission();
  const MIB = 1024 * 1024;
  for (let n = 0; n < 100; n++) {
    vi.advanceTimersByTime(100);
    admitRequest(`192.0.2.${1 + (n % 2)}`).visitor.hold(2 * MIB);
  }
  expect(admission.heldBytes).toBeGreaterThan(0.9 * MAX_HELD_BYTES);
  gone.length = 0;
  admitRequest("192.0.2.1", "upload").visitor.hold(4 * MIB);
  admitRequest("192.0.2.3", "upload").visitor.hold(4 * MIB);
  admitRequest("192.0.2.3").visitor.hold(100_000);
  expect(gone.length).toBeGreaterThan(0);
  expect(gone).not.toContain("192.0.2.3");
  vi.useRealTimers();
});

test("small requests always fit, and too large ones never", () => {
  const { admitRequest, gone } = newAdmission();
  const { visitor } = admitRequest("192.0.2.1");
  visitor.hold(MAX_HELD_BYTES + FREE_BYTES_PER_REQUEST);
  const same = admitRequest("192.0.2.1").visitor;
  const tooLarge = MAX_HELD_BYTES + FREE_BYTES_PER_REQUEST + 1;
  expect(() => same.hold(tooLarge)).toThrow(busy);
  same.hold(FREE_BYTES_PER_REQUEST);
  expect(gone).toEqual([]);
});
