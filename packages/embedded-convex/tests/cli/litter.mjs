// Loaded into a server before it starts: once it is ready, it makes 64 MiB of
// garbage, and it tells when V8 has collected that.
import { setFlagsFromString } from "node:v8";

const { stdout } = process;
const write = stdout.write.bind(stdout);
const registry = new FinalizationRegistry(() => write("The litter is gone\n"));

// Otherwise V8 finishes by itself, 20 seconds later, what it has begun.
setFlagsFromString("--no-incremental-marking");

stdout.write = (text, ...rest) => {
  if (String(text).startsWith("Ready at")) registry.register(litter(), null);
  return write(text, ...rest);
};

function litter() {
  return Array.from({ length: 64 }, () =>
    Array.from({ length: 2 ** 17 }, () => 0),
  );
}
