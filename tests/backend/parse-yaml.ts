import { parsers } from "prettier/plugins/yaml";

/** A parsed YAML value; every scalar is a string. */
export type Yaml = string | null | Yaml[] | { [name: string]: Yaml };

type Node = { type: string; value?: string; children?: (Node | null)[] };

/** Parses YAML of mappings, sequences and scalars; throws for anything else. */
export async function parseYaml(text: string): Promise<Yaml> {
  const root = (await parsers.yaml.parse(text, {
    originalText: text,
  } as Parameters<typeof parsers.yaml.parse>[1])) as Node;
  const [document] = childrenOf(root);
  const [, body] = document === undefined ? [] : childrenOf(document);
  return valueOf(body && childrenOf(body)[0]);
}

function valueOf(node: Node | undefined): Yaml {
  switch (node?.type) {
    case undefined:
      return null;
    case "plain":
    case "quoteDouble":
    case "quoteSingle":
      return node.value ?? "";
    case "sequence":
    case "flowSequence":
      return childrenOf(node).map((item) => valueOf(childrenOf(item)[0]));
    case "mapping":
    case "flowMapping":
      return Object.fromEntries(childrenOf(node).map(entryOf));
    default:
      throw new Error(`${node?.type} is not read here`);
  }
}

function entryOf(item: Node): [name: string, value: Yaml] {
  const part = (type: string) => {
    const found = childrenOf(item).find((child) => child.type === type);
    return found && childrenOf(found)[0];
  };
  return [part("mappingKey")?.value ?? "", valueOf(part("mappingValue"))];
}

function childrenOf(node: Node): Node[] {
  return (node.children ?? []).filter((child) => child !== null);
}
