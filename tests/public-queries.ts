type Registered = {
  isQuery?: boolean;
  isPublic?: boolean;
  exportArgs(): string;
};
type Field = { fieldType: { type: string }; optional: boolean };

/** Every public query of the product, with possible arguments. */
export async function publicQueries(given: Record<string, unknown>) {
  const modules = import.meta.glob<Record<string, Registered>>([
    "../convex/*.ts",
    "!../convex/convex.config.ts",
  ]);
  const loaded = await Promise.all(
    Object.entries(modules).map(async ([path, load]) => ({
      module: /(\w+)\.ts$/.exec(path)?.[1] ?? "",
      functions: Object.entries(await load()),
    })),
  );
  return loaded.flatMap(({ module, functions }) =>
    functions
      .filter(([, it]) => it?.isQuery === true && it.isPublic === true)
      .map(([name, it]) => {
        const { value = {} } = JSON.parse(it.exportArgs()) as {
          value?: Record<string, Field>;
        };
        const args = Object.entries(value)
          .filter(([, { optional }]) => !optional)
          .map(([field, { fieldType }]) => [
            field,
            given[field] ?? samples[fieldType.type],
          ]);
        return {
          name: `${module}:${name}`,
          args: Object.fromEntries(args) as Record<string, unknown>,
        };
      }),
  );
}

const samples: Record<string, unknown> = {
  string: "x",
  number: 1,
  boolean: false,
  array: [],
};
