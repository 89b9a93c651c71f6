const POLL_MS = 1_000;

/** Matches scripts that detach their command. */
const DETACHES = /\b(nohup|setsid)\b|&\s*$/;

/**
 * Calls `onEnd` when npm or `node --run` has started this process and then ends. Both may end without a signal to
 * their child, which would then go on using the port and the data directory unnoticed. A process that nothing of the
 * kind started (by systemd, in a container, by `node` itself), or that its script detaches, is ended by signals alone.
 */
export function onParentEnd(onEnd: () => void): void {
  const { npm_lifecycle_event, npm_lifecycle_script, NODE_RUN_SCRIPT_NAME } =
    process.env;
  const isScript = npm_lifecycle_event ?? NODE_RUN_SCRIPT_NAME;
  if (isScript === undefined || DETACHES.test(npm_lifecycle_script ?? ""))
    return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS).unref();
}
