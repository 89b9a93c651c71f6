import { MAX_FILE_WORK } from "./client-limits";
import { WorkGate } from "./work-gate";

/**
 * Reading files for clients. Node's pool has four threads and works off everything
 * in the order in which it comes, so thousands of reads would delay every commit.
 */
export const fileWork = new WorkGate(MAX_FILE_WORK);
