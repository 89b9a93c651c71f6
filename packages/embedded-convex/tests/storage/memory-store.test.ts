import { MemoryStore, type MemoryDisk } from "./memory-store";
import { storeContract } from "./store-contract";

storeContract("MemoryStore", async () => {
  const disk: MemoryDisk = new Map();
  return async () => new MemoryStore(disk);
});
