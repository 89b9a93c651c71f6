/** The work of a bot check, off the page's own thread. Started and spoken to by altcha-lib. */
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { handler } from "altcha-lib/workers/shared";

handler({ deriveKey });
