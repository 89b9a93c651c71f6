export type EnvironmentBinding =
  { type: "value"; value: string } | { type: "envVar"; name: string };

/** What a definition's `export()` gives, as far as it matters here. */
export type ComponentDefinition = {
  definitionType: { type: string; name?: string };
  childComponents: {
    name: string;
    path: string;
    env: [string, EnvironmentBinding][] | null;
  }[];
  httpMounts: Record<string, string>;
  envVars?: [string, { optional?: boolean }][];
};
