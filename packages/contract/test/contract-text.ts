import text from '../../../spec/contract.md?raw';

/* Reads the contract, so that tests can compare it with the code: entries, their tables, their examples. */

/** The text of one entry, from its heading to the next one. */
export function entry(name: string): string {
  const start = text.indexOf(`### ${name} `);
  if (start < 0) throw new Error(`no entry ${name}`);
  const rest = text.slice(start + 4);
  const end = rest.search(/^##/m);
  return end < 0 ? rest : rest.slice(0, end);
}

/** The names of all entries, in order. */
export const entryNames: readonly string[] = [...text.matchAll(/^### (A-\d+) /gm)].map(
  ([, name]) => name ?? '',
);

/** Cells of the tables of an entry, without header and rule. */
export function tables(name: string): string[][][] {
  const found: string[][][] = [];
  let open: string[][] | null = null;
  for (const line of entry(name).split('\n')) {
    if (!line.startsWith('|')) {
      open = null;
      continue;
    }
    if (!open) found.push((open = []));
    open.push(
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  }
  return found.map((lines) => lines.slice(2));
}

/** The only, or the given, table of an entry. */
export function table(name: string, index = 0): string[][] {
  const found = tables(name)[index];
  if (!found) throw new Error(`${name} has no table ${index}`);
  return found;
}

/** The texts in backticks. */
export const quoted = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');

/** `400/1104` and the like, in order, without repetition. */
export const codesIn = (cell: string): string[] => [...new Set(cell.match(/\b[45]\d\d\/\d{4}\b/g) ?? [])];

/** The JSON examples of an entry, parsed. */
export const examples = (name: string): unknown[] =>
  [...entry(name).matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json ?? '') as unknown);
