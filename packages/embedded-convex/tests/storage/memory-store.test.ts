import { MemoryStore, type MemoryDisk } from "./memory-store";
import { storeContract } from "./store-contract";

storeContract("MemoryStore", async () => {
  const disk: MemoryDisk = new Map();
  return {
    open: async () => new MemoryStore(disk),
    remove: async () => disk.clear(),
  };
});
