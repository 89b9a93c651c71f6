/**
 * Limits on message sizes, concurrency and held memory. Administrators get the
 * limits of Convex; users get lower ones, because anyone on the internet can
 * be one. What clients hold is limited in total, and shared among them by `fair-shares.ts`.
 */
import { getHeapStatistics } from "node:v8";

const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND_MS = 1000;
/** What the process may use for objects; beyond it V8 ends the process. */
const HEAP_BYTES = getHeapStatistics().heap_size_limit;

// One message or body.

/** Convex's limit: arguments of 16 MiB and the surrounding message. */
export const MAX_HTTP_BODY_BYTES = 16 * MIB + 2000;
/** The same for a WebSocket message. */
export const MAX_FRAME_BYTES = 17 * MIB;
/** Fits a document of maximum size in base64. Parsing takes about 30 ms. */
export const MAX_USER_MESSAGE_BYTES = 2 * MIB;
/**
 * Values in it: commas and opening brackets. Reading 2 MiB of empty arrays takes a
 * tenth of a second, and so many of them 10 ms. An array has 8,192 elements at most.
 */
export const MAX_USER_VALUES = 50_000;
/** Larger ones wait for a turn before they are read: up to a millisecond each 16 KiB. */
export const LARGE_MESSAGE_BYTES = 8 * KIB;
/** Browsers send a message in one frame, or in pieces of 64 KiB and more. */
export const MAX_FRAGMENTS = 1024;
/** The number of chunks in which 17 MiB arrive over a slow network. */
export const MAX_BUFFERED_CHUNKS = 16 * KIB;
/** Node's limit of all headers. Claims are parsed before the signature is checked. */
export const MAX_TOKEN_LENGTH = 16 * KIB;
/** Ample for the names of a file and a function. */
export const MAX_FUNCTION_PATH_LENGTH = 1000;
/** More than pages need. A batch counts as one request, but costs as many. */
export const MAX_BATCHED_QUERIES = 100;
/** The limit of one function's result: the answer is built in memory. */
export const MAX_BATCH_RESULT_BYTES = 16 * MIB;

// One socket.

/** Enough for the data browser and for scripts of administrators. */
export const MAX_QUERIES = 10_000;
/** A page has about 15. All of them rerun when its user signs in. */
export const MAX_USER_QUERIES = 500;
/** Convex's limit. Mutations run serially; at the limit, reading pauses. */
export const MAX_QUEUED_MUTATIONS = 1000;
/** Total size of unprocessed messages at which reading pauses. */
export const MAX_QUEUED_MESSAGE_BYTES = 2 * MIB;
/** Convex's limit. */
export const MAX_ACTIONS = 1000;
/** Ample, because a person presses one button at a time. */
export const MAX_USER_ACTIONS = 50;
/** Unsent bytes at which a slow reader gets no more Transitions. */
export const MAX_UNREAD_BYTES = 4 * MIB;
/** Time after which a client that reads nothing is disconnected. */
export const MAX_UNREAD_MS = 30 * SECOND_MS;
/** How long a client that is refused may take to read why, before it is hung up on. */
export const LINGER_MS = SECOND_MS;
/** Clients send Connect as soon as the socket is open. */
export const MAX_SILENCE_BEFORE_CONNECT_MS = 20 * SECOND_MS;
/** Queries that run in one turn of the event loop: a few milliseconds. */
export const QUERIES_PER_TURN = 8;

/** What a line of 40 kbit/s brings. A body that comes more slowly for longer than this is given up. */
export const LEAST_BODY_RATE = { bytesPerSecond: 4 * KIB, afterSeconds: 5 };

/** Requests without an answer yet: browsers and proxies wait before they send the next. */
export const MAX_PIPELINED_REQUESTS = 8;

// In total, by the heap that the process has; `fair-shares.ts` shares it. Administrators are exempt,
// except from MAX_SOCKETS: a socket is counted before its client authenticates.

/** Connections that are no sockets. An idle one takes 10 KiB. */
export const MAX_CONNECTIONS = atMost(20_000, HEAP_BYTES / 8 / (10 * KIB));
/** What is not counted of incomplete messages and of what waits to be sent. */
export const FREE_BYTES_PER_SOCKET = 16 * KIB;
/** The same for requests. */
export const FREE_BYTES_PER_REQUEST = 4 * KIB;
/** An idle socket takes 30 KiB. A hall of 240 with two devices and two tabs has 960. */
export const MAX_SOCKETS = atMost(
  20_000,
  HEAP_BYTES / 4 / (30 * KIB + FREE_BYTES_PER_SOCKET),
);
/**
 * Concurrent API calls, HTTP actions and transfers of files. Those tabs of a hall ask
 * for six pictures each.
 */
export const MAX_REQUESTS = 12_000;
/** Incomplete bodies and messages, waiting and running calls, and unread answers. */
export const MAX_HELD_BYTES = 128 * MIB;
/**
 * Subscriptions. One takes about 2.5 KiB. A hall of 240 has 14,400: 15 a tab;
 * 3,840 people behind one address have 61,000.
 */
export const MAX_SUBSCRIBED_BYTES = atMost(256 * MIB, HEAP_BYTES / 4);
/** Estimated memory for a text and its parsed value, relative to the text. */
export const PARSED_FACTOR = 4;

// Actions, HTTP actions, large results, files and expensive hashing. For the order of
// waiting calls see `fair-queue.ts`.

/** Convex's limit, for actions and HTTP actions each. */
export const MAX_RUNNING_ACTIONS = 64;
/** A hall of 240 with two devices and two tabs may renew its tokens at once. */
export const MAX_WAITING_ACTIONS = 1_000;
/** Files of pages and uploaded ones that are opened or read at once. */
export const MAX_FILE_WORK = 2;
/** Encoding it takes a millisecond or more, and nothing else is done meanwhile. */
export const LARGE_RESULT_BYTES = 256 * KIB;
/** Runs of functions with such results. A hall of 240 may ask for four each. */
export const MAX_WAITING_LARGE_RESULTS = 4_000;
/** A hall of 240 may sign up at once. Two run at a time, for 0.1 s each: the last of 500 waits half a minute. */
export const MAX_WAITING_HASHES = 1_000;

function atMost(limit: number, affordable: number): number {
  return Math.floor(Math.min(limit, affordable));
}
