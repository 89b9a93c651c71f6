/** What this phone is at the door, kept on it: the desk's name, and by what it tells beside the screen. */
import { useState } from "react";
import * as z from "zod/mini";
import { parsed, readStored, writeStored } from "../../lib/kept/stored";

const deskSchema = z.object({
  /** "Desk 1"; empty until somebody has said. */
  name: z.string(),
  isLoud: z.boolean(),
  isFelt: z.boolean(),
});
export type Desk = z.output<typeof deskSchema>;

const KEY = "check-in desk";
const NEW: Desk = { name: "", isLoud: true, isFelt: true };

export function useDesk(): [Desk, (changed: Partial<Desk>) => void] {
  const [desk, setDesk] = useState(
    () => parsed(deskSchema, readStored(KEY)) ?? NEW,
  );
  return [
    desk,
    (changed) => {
      const next = { ...desk, ...changed };
      setDesk(next);
      writeStored(KEY, JSON.stringify(next));
    },
  ];
}
