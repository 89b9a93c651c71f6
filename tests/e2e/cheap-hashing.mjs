// Loaded into a product before its own code (`node --import`): runs a thousandth of the iterations of a password's
// hash, for tests whose subject is not its cost. Stored hashes still name the real cost; the bot check keeps its own.
const PASSWORD_ITERATIONS = 600_000;

const { subtle } = crypto;
const deriveBits = subtle.deriveBits.bind(subtle);
Object.defineProperty(subtle, "deriveBits", {
  value: (algorithm, key, length) => {
    const isPassword = algorithm.iterations === PASSWORD_ITERATIONS;
    const cheap = { ...algorithm, iterations: PASSWORD_ITERATIONS / 1_000 };
    return deriveBits(isPassword ? cheap : algorithm, key, length);
  },
  // The runtime of functions wraps it.
  configurable: true,
});
