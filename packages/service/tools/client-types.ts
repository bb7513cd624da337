import { openApiDocument, type WebhookTypeName, webhookTypes } from '@countersign/contract';

/** A JSON Schema as plain data. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** Names of request bodies by endpoint; the rest take none of their own. */
const requestNames: Readonly<Record<string, string>> = {
  'create-session': 'CreateSessionRequest',
  'upload-media': 'UploadMediaRequest',
  'collect-data': 'CollectedDataRequest',
  'submit-session': 'SubmitSessionRequest',
  'update-watchlist-screening': 'WatchlistPatchRequest',
  'validate-registry': 'ValidateRegistryRequest',
  'advance-clock': 'AdvanceClockRequest',
  'report-fraud': 'FraudReportRequest',
  'retrieve-fraud-reports': 'RetrieveFraudReportsRequest',
};

/** Names of webhook bodies that are no component of the document. */
const bodyName = (schema: JsonSchema, type: WebhookTypeName): string => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') throw new Error(`webhook ${type}: body must be a component`);
  return lastPart(reference);
};

const lastPart = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const indent = (text: string): string => text.replaceAll('\n', '\n  ');
const propertyName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
/** Alternatives once each; text of any form makes its own literals needless. */
const union = (parts: readonly string[]): string =>
  [...new Set(parts)].filter((part) => !(parts.includes('string') && part.startsWith('"'))).join(' | ');
const bracketed = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type);

/** Requests are closed, because the service refuses other values; answers are open, because later versions may send more. */
type Direction = 'request' | 'answer';

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function enumeration(values: readonly unknown[], direction: Direction): string {
  const literals = values.map((value) => (value === null ? 'null' : JSON.stringify(value)));
  const isText = values.some((value) => typeof value === 'string' && value !== '');
  const open = values.some((value) => typeof value === 'number') ? '(number & {})' : '(string & {})';
  const isOpen = direction === 'answer' && (isText || open.startsWith('(number'));
  return union(isOpen ? [...literals, open] : literals);
}

function object(schema: JsonSchema, direction: Direction): string {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = new Set(list(schema['required']));
  const values = Object.values((schema['patternProperties'] ?? {}) as Record<string, JsonSchema>);
  const rest = values.map((each) => `[member: string]: ${typeOf(each, direction)};`);
  if (properties.length === 0 && rest.length === 0) return 'Record<string, unknown>';
  const members = properties
    .filter(([, member]) => member['not'] === undefined)
    .map(([name, member]) => {
      const text = member['description'];
      const comment = typeof text === 'string' ? `/** ${text} */\n` : '';
      const optional = required.has(name) ? '' : '?';
      // Members that may be absent are often written as `undefined`, and JSON leaves them out.
      const type = typeOf(member, direction) + (optional && direction === 'request' ? ' | undefined' : '');
      return `${comment}${propertyName(name)}${optional}: ${type};`;
    });
  return `{\n  ${indent([...members, ...rest].join('\n'))}\n}`;
}

function array(schema: JsonSchema, direction: Direction): string {
  const items = schema['items'] as JsonSchema | undefined;
  return `${items ? bracketed(typeOf(items, direction)) : 'unknown'}[]`;
}

/** The TypeScript type of a schema. @throws Error for a keyword that has no type here */
export function typeOf(schema: JsonSchema, direction: Direction): string {
  const { $ref, const: constant, enum: values, anyOf, oneOf, type } = schema as Record<string, unknown>;
  if (typeof $ref === 'string') return lastPart($ref);
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return enumeration(values, direction);
  const choices = list(anyOf ?? oneOf) as JsonSchema[];
  if (choices.length > 0 && type === undefined) return alternatives(choices, direction);
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each }, direction)));
  if (type === 'object') return object(schema, direction);
  if (type === 'array') return array(schema, direction);
  if (typeof type === 'string' && type in scalars) return scalars[type] ?? 'unknown';
  if (type === undefined) return 'unknown';
  throw new Error(`type of a schema: must be one that JSON has, not ${JSON.stringify(type)}`);
}

/** Alternatives that are constants form one enumeration, which is open in answers. */
function alternatives(choices: readonly JsonSchema[], direction: Direction): string {
  const constants = choices.filter((each) => typeof each['const'] === 'string');
  if (constants.length < 2) return union(choices.map((each) => typeOf(each, direction)));
  const others = choices.filter((each) => typeof each['const'] !== 'string');
  return union([
    enumeration(
      constants.map((each) => each['const']),
      direction,
    ),
    ...others.map((each) => typeOf(each, direction)),
  ]);
}

const declare = (name: string, schema: JsonSchema, direction: Direction): string => {
  const type = typeOf(schema, direction);
  return type.startsWith('{\n') && !/\n\}.+/.test(type)
    ? `export interface ${name} ${type}`
    : `export type ${name} = ${type};`;
};

interface Operation {
  operationId: string;
  summary: string;
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } };
}

/**
 * The source of `packages/client/src/wire.ts`: a type for every body of the public API and its webhooks.
 * @see spec/contract.md A-84
 */
export function clientTypes(): string {
  const document = openApiDocument() as unknown as {
    paths: Record<string, Record<string, Operation>>;
    webhooks: Record<WebhookTypeName, { post: Required<Operation> }>;
    components: { schemas: Record<string, JsonSchema> };
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const requests = operations.flatMap(({ operationId, requestBody }) => {
    const name = requestNames[operationId];
    return name && requestBody
      ? [declare(name, requestBody.content['application/json'].schema, 'request')]
      : [];
  });
  const answers = Object.entries(document.components.schemas).map(([name, schema]) =>
    declare(name, schema, 'answer'),
  );
  const bodies = webhookTypes.map(({ type }) => {
    const { schema } = document.webhooks[type].post.requestBody.content['application/json'];
    return `${propertyName(type)}: ${bodyName(schema, type)};`;
  });
  return [
    '// Written by `npm run client-types` from the schemas of packages/contract. Do not edit.',
    ...requests,
    ...answers,
    `/** Body of a webhook by its type. */\nexport interface WebhookBodies {\n  ${bodies.join('\n  ')}\n}`,
  ].join('\n\n');
}

/** The source of `packages/client/src/fixtures.ts`: one invented body for every type of webhook. */
export function clientFixtures(): string {
  const bodies = webhookTypes.map(
    ({ type, example }) => `${propertyName(type)}: ${JSON.stringify(example, null, 2)},`,
  );
  return [
    '// Written by `npm run client-types` from the examples of packages/contract. Do not edit.',
    "import type { WebhookBodies } from './wire.ts';",
    `/** An invented body for every type of webhook. */\nexport const fixtures: WebhookBodies = {\n${bodies.join('\n')}\n};`,
  ].join('\n\n');
}

/** Guides that show files of examples. */
export const guidesWithExamples = [
  'docs/guides/client.md',
  'docs/guides/quickstart.md',
  'docs/guides/languages.md',
] as const;

const languages: Readonly<Record<string, string>> = { mjs: 'js', py: 'python', php: 'php', go: 'go' };

/**
 * A page with the text of each file that a comment of it names, `<!-- packages/… -->` or `<!-- examples/… -->`, as the block of
 * code that follows.
 */
export const withExamples = (page: string, read: (file: string) => string): string =>
  page.replaceAll(
    /<!-- ((?:packages|examples)\/\S+\.(mjs|py|php|go)) -->\n+(?:```[a-z]+\n[^]*?\n```\n)?/g,
    (_, file: string, extension: string) =>
      `<!-- ${file} -->\n\n\`\`\`${languages[extension]}\n${read(file).trim()}\n\`\`\`\n`,
  );
