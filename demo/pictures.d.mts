export function readPictures(): Record<string, ArrayBuffer>;
