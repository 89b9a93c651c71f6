// The build puts these in place of the globals: fake timers in the process of a test
// (`vi.useFakeTimers()`) leave the backend alone.
export const {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  performance,
} = globalThis;
