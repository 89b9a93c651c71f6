type EnvironmentBinding =
  { type: "value"; value: string } | { type: "envVar"; name: string };

/** The part of a definition's `export()` that is used here. */
export type ComponentDefinition = {
  definitionType: { type: string; name?: string };
  childComponents: {
    name: string;
    path: string;
    env: [string, EnvironmentBinding][] | null;
  }[];
  httpMounts: Record<string, string>;
  /** Of an app: what the paths of its own routes begin with, e.g. `/api/`. */
  httpPrefix?: string;
  envVars?: [string, { optional?: boolean }][];
};
