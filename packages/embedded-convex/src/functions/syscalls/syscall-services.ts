import type { Clock } from "../../base/clock";
import type { Database } from "../../transaction/database";
import type { FileStorage } from "../files/file-storage";
import type { PageCursors } from "../reading/page-cursor";

/** What syscalls use besides the state of their call. */
export type SyscallServices = {
  database: Database;
  clock: Clock;
  storage: FileStorage;
  cursors: PageCursors;
};
