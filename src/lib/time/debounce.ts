/** Calls back once, when nobody has called for `restMs`. */
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
