// Loaded into a server before it starts: once it is ready, it makes 64 MiB of
// garbage and frees 128 MiB of buffers but the last one, and it tells when V8 has
// collected the one and the system has got back the other.
import { setFlagsFromString } from "node:v8";

const MIB = 1024 * 1024;
const BUFFER_BYTES = 32 * 1024;

const { stdout } = process;
const write = stdout.write.bind(stdout);
const registry = new FinalizationRegistry(() => write("The litter is gone\n"));

/** It lies behind the others, which glibc therefore keeps. */
let lastBuffer;

// Otherwise V8 finishes by itself, 20 seconds later, what it has begun.
setFlagsFromString("--no-incremental-marking");

stdout.write = (text, ...rest) => {
  if (String(text).startsWith("Ready at")) {
    registry.register(litter(), null);
    lastBuffer = buffers().at(-1);
    tellWhenBack(process.memoryUsage.rss() - 100 * MIB);
  }
  return write(text, ...rest);
};

function litter() {
  return Array.from({ length: 64 }, () =>
    Array.from({ length: 2 ** 17 }, () => 0),
  );
}

function buffers() {
  return Array.from({ length: (128 * MIB) / BUFFER_BYTES }, () =>
    Buffer.allocUnsafeSlow(BUFFER_BYTES).fill(1),
  );
}

function tellWhenBack(bytes) {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > bytes || lastBuffer === undefined) return;
    clearInterval(timer);
    write("The memory is back\n");
  }, 200);
}
