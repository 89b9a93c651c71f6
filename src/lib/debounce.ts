/**
 * Calls back once after a burst of calls has come to rest.
 * @param restMs how long it must be quiet
 */
export function debounce(callback: () => void, restMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    call: () => {
      clearTimeout(timer);
      timer = setTimeout(callback, restMs);
    },
    cancel: () => clearTimeout(timer),
  };
}
