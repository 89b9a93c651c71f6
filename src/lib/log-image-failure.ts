/** Tells developers that a picture is missing; people see what stands in for it. */
export function logImageFailure(src: string): void {
  console.warn(`The image ${src} did not load`);
}
