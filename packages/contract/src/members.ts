import { Problem, type ProblemName } from './problems.ts';
import {
  type Fault,
  isJsonObject,
  type JsonSchema,
  objectSchema,
  type ReadOptions,
  Refusal,
  type Rule,
  type RuleContext,
  suppliedValue,
} from './rules.ts';

/** One row of a member table: path, rule, and the problem for each violation. */
export interface MemberRow {
  /** As written in the contract, without the prefix `verification.`. */
  path: string;
  rule: Rule;
  /** Problem when the member is not supplied; `null`: it is optional. */
  missing: ProblemName | null;
  /** Problem by kind of fault; `parameter-invalid` for faults not listed. */
  faults: Partial<Record<Fault, ProblemName>>;
  /** Problem when a mandatory part below this member is missing. */
  missingBelow: ProblemName;
  /** Kept exactly as sent: neither trimmed nor dropped when empty. An empty `vendorData` is kept; an empty `endUserId` is rejected. */
  verbatim: boolean;
}

/** A row with the usual defaults: optional, every fault `parameter-invalid`. */
export const member = (path: string, rule: Rule, rest: Partial<MemberRow> = {}): MemberRow => ({
  path,
  rule,
  missing: null,
  faults: {},
  missingBelow: 'parameter-missing',
  verbatim: false,
  ...rest,
});

/** A table of rows, checked from top to bottom. */
export interface MemberTable {
  /** Prefix of every path in messages: `verification.`, or empty. */
  prefix: string;
  rows: readonly (MemberRow & { parents: readonly string[]; name: string })[];
}

/** Prepares a table once, when its module is loaded. */
export const memberTable = (prefix: string, rows: readonly MemberRow[]): MemberTable => ({
  prefix,
  rows: rows.map((row) => {
    const parents = row.path.split('.');
    const name = parents.pop() ?? '';
    return { ...row, parents, name };
  }),
});

/** The object of a table as JSON Schema, for documentation. */
export function tableSchema({ rows }: MemberTable, below = ''): JsonSchema {
  const names = new Set(
    rows
      .filter(({ path }) => path.startsWith(below))
      .map(({ path }) => path.slice(below.length).split('.')[0] ?? ''),
  );
  return objectSchema(
    [...names].map((name) => {
      const row = rows.find(({ path }) => path === below + name);
      const parent = rows.some(({ path }) => path.startsWith(`${below}${name}.`));
      const own = row?.rule.schema ?? {};
      const schema = parent ? { ...own, ...tableSchema({ prefix: '', rows }, `${below}${name}.`) } : own;
      return { name, schema, mandatory: row?.missing != null };
    }),
  );
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Returns the body as an object. @throws Problem parameter-invalid when it is another JSON value */
export function bodyObject(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new Problem('parameter-invalid', { parameter: 'body' });
  return body;
}

/** The object that contains a row's member; `null` when it was not supplied. */
function parentOf(source: JsonObject, parents: readonly string[], prefix: string): JsonObject | null {
  let at = source;
  for (const [depth, name] of parents.entries()) {
    const next = suppliedValue(at, name, null);
    if (next === undefined) return null;
    if (!isJsonObject(next)) {
      throw new Problem('parameter-invalid', { parameter: prefix + parents.slice(0, depth + 1).join('.') });
    }
    at = next;
  }
  return at;
}

/** Accepted values by path; rows whose member was not supplied are absent. */
export type Accepted = ReadonlyMap<string, unknown>;

/**
 * Checks an object against a table, top to bottom, and returns the accepted values.
 * @throws Problem of the first violated row
 * @see spec/contract.md
 */
export function readMembers(table: MemberTable, source: JsonObject, options: ReadOptions): Accepted {
  const accepted = new Map<string, unknown>();
  const context: RuleContext = { options, accepted: (path) => accepted.get(path) };
  for (const row of table.rows) {
    const parent = parentOf(source, row.parents, table.prefix);
    if (!parent) continue;
    const parameter = table.prefix + row.path;
    const value = suppliedValue(parent, row.name, row.verbatim ? null : row.rule);
    if (value === undefined) {
      if (row.missing) throw new Problem(row.missing, { parameter });
      continue;
    }
    const checked = row.rule.check(value, context);
    if (checked instanceof Refusal) {
      const name = checked.missing ? row.missingBelow : (row.faults[checked.fault] ?? 'parameter-invalid');
      throw new Problem(name, { parameter: parameter + checked.below });
    }
    if (checked !== undefined) accepted.set(row.path, checked);
  }
  return accepted;
}

/** The accepted members directly below `parent`, in a fresh object. */
export function membersBelow(accepted: Accepted, parent: string): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const [path, value] of accepted) {
    if (!path.startsWith(`${parent}.`)) continue;
    const name = path.slice(parent.length + 1);
    if (!name.includes('.')) members[name] = value;
  }
  return members;
}

/**
 * The mandatory object `verification` of a body.
 * @throws Problem parameter-missing, parameter-invalid
 */
export function verificationOf(body: unknown): JsonObject {
  const value = suppliedValue(bodyObject(body), 'verification', null);
  if (value === undefined) throw new Problem('parameter-missing', { parameter: 'verification' });
  if (!isJsonObject(value)) throw new Problem('parameter-invalid', { parameter: 'verification' });
  return value;
}
