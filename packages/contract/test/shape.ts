import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

interface SchemaNode {
  type?: string;
  properties?: Record<string, SchemaNode>;
  required?: string[];
  patternProperties?: Record<string, SchemaNode>;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
}

/** The alternatives of a schema that an object or array can match. */
const alternatives = (schema: SchemaNode): SchemaNode[] => schema.anyOf?.flatMap(alternatives) ?? [schema];

/**
 * Members of a value that its schema does not name, or that are in a different order than in the schema: empty when the value
 * is written exactly as the service would write it.
 */
function disorder(schema: SchemaNode, value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const type = Array.isArray(value) ? 'array' : 'object';
  const found = alternatives(schema)
    .filter((node) => node.type === type)
    .map((node) => (Array.isArray(value) ? itemDisorder(node, value, at) : objectDisorder(node, value, at)));
  return found.reduce((best, next) => (next.length < best.length ? next : best), found[0] ?? []);
}

const itemDisorder = ({ items = {} }: SchemaNode, list: readonly unknown[], at: string): string[] =>
  list.flatMap((item, index) => disorder(items, item, `${at}[${index}]`));

function objectDisorder(node: SchemaNode, value: object, at: string): string[] {
  if (node.properties) return memberDisorder(node.properties, { ...value }, at);
  const [any = {}] = Object.values(node.patternProperties ?? {});
  return Object.entries(value).flatMap(([name, member]) => disorder(any, member, `${at}.${name}`));
}

function memberDisorder(
  properties: Record<string, SchemaNode>,
  value: Record<string, unknown>,
  at: string,
): string[] {
  const known = Object.keys(properties);
  const unknown = Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${at}.${name} unknown`);
  const order = Object.keys(value).filter((name) => known.includes(name));
  const wanted = known.filter((name) => order.includes(name));
  const moved = order.join() === wanted.join() ? [] : [`${at}: ${order.join()} instead of ${wanted.join()}`];
  return [
    ...unknown,
    ...moved,
    ...order.flatMap((name) => disorder(properties[name] ?? {}, value[name], `${at}.${name}`)),
  ];
}

/** What is wrong with a value as a body of that schema; empty when it matches, member for member in order. */
export function flaws(schema: TSchema, value: unknown): string[] {
  const errors = Value.Check(schema, value)
    ? []
    : Value.Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`);
  return [...errors, ...disorder(schema, value, '$')];
}
