/** Apps as others write them, by the paths of their files. */
type Files = Record<string, string>;

const VITE_CONFIG = `import react from "@vitejs/plugin-react";
import { embedded } from "embedded-convex/vite";
import { defineConfig } from "vite";
export default defineConfig({ plugins: [react(), embedded()] });
`;

function manifest(name: string, dependencies: string[]): string {
  return JSON.stringify({
    name,
    private: true,
    type: "module",
    dependencies: Object.fromEntries(dependencies.map((each) => [each, "*"])),
  });
}

/** Convex's quickstart for React. */
export const quickstart: Files = {
  "package.json": manifest("quickstart", [
    "convex",
    "react",
    "react-dom",
    "vite",
  ]),
  "vite.config.ts": VITE_CONFIG,
  "index.html": `<div id="root"></div>
<script type="module" src="/src/main.tsx"></script>`,
  "sampleData.jsonl": `{"text": "Buy groceries", "isCompleted": true}
{"text": "Go for a swim", "isCompleted": true}
{"text": "Integrate Convex", "isCompleted": false}
`,
  "convex/tasks.ts": `import { query } from "./_generated/server";

export const get = query({
  args: {},
  handler: async (ctx) => {
    return await ctx.db.query("tasks").collect();
  },
});
`,
  "src/main.tsx": `import { StrictMode } from "react";
import ReactDOM from "react-dom/client";
import App from "./App";
import { ConvexProvider, ConvexReactClient } from "convex/react";

const convex = new ConvexReactClient(import.meta.env.VITE_CONVEX_URL as string);

ReactDOM.createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <ConvexProvider client={convex}>
      <App />
    </ConvexProvider>
  </StrictMode>,
);
`,
  "src/App.tsx": `import { useQuery } from "convex/react";
import { api } from "../convex/_generated/api";

function App() {
  const tasks = useQuery(api.tasks.get);
  return (
    <div className="App">
      {tasks?.map(({ _id, text }) => <div key={_id}>{text}</div>)}
    </div>
  );
}

export default App;
`,
};

/** An app that uses four components from npm. */
export const components: Files = {
  "package.json": manifest("components", [
    "convex",
    "convex-helpers",
    "@convex-dev/action-retrier",
    "@convex-dev/migrations",
    "@convex-dev/rate-limiter",
    "@convex-dev/sharded-counter",
  ]),
  "vite.config.ts": VITE_CONFIG,
  "index.html": "<title>Visits</title>",
  "convex/convex.config.ts": `import actionRetrier from "@convex-dev/action-retrier/convex.config.js";
import migrations from "@convex-dev/migrations/convex.config.js";
import rateLimiter from "@convex-dev/rate-limiter/convex.config.js";
import shardedCounter from "@convex-dev/sharded-counter/convex.config.js";
import { defineApp } from "convex/server";

const app = defineApp();
app.use(actionRetrier);
app.use(migrations);
app.use(rateLimiter);
app.use(shardedCounter);
export default app;
`,
  "convex/schema.ts": `import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({ notes: defineTable({ text: v.string() }) });
`,
  "convex/visits.ts": `import { ActionRetrier } from "@convex-dev/action-retrier";
import { Migrations } from "@convex-dev/migrations";
import { MINUTE, RateLimiter } from "@convex-dev/rate-limiter";
import { ShardedCounter } from "@convex-dev/sharded-counter";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import {
  internalAction,
  internalMutation,
  mutation,
  query,
} from "./_generated/server";

const counter = new ShardedCounter(components.shardedCounter);
const limiter = new RateLimiter(components.rateLimiter, {
  visit: { kind: "fixed window", rate: 2, period: MINUTE },
});
const migrations = new Migrations<DataModel>(components.migrations);
const retrier = new ActionRetrier(components.actionRetrier);

export const record = mutation({
  args: {},
  handler: async (ctx) => {
    await limiter.limit(ctx, "visit", { throws: true });
    await counter.inc(ctx, "visits");
    await retrier.run(ctx, internal.visits.note, {});
  },
});

export const note = internalAction({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(internal.visits.write, {});
  },
});

export const write = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("notes", { text: "noted" });
  },
});

export const rename = migrations.define({
  table: "notes",
  migrateOne: async (ctx, note) => ({ text: "migrated" }),
});

export const migrate = mutation({
  args: {},
  handler: async (ctx) => {
    await migrations.runOne(ctx, internal.visits.rename);
  },
});

export const state = query({
  args: {},
  handler: async (ctx) => ({
    counted: await counter.count(ctx, "visits"),
    notes: (await ctx.db.query("notes").collect()).map(({ text }) => text),
    isLimited: !(await limiter.check(ctx, "visit")).ok,
  }),
});
`,
};
