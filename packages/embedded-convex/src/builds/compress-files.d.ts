/**
 * Writes a `.br` and a `.gz` copy beside each compressible file in `folder`, so
 * that the server need not compress files for each request.
 */
export function compressFiles(folder: string): Promise<void>;
