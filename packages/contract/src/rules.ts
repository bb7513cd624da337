import { countryCodes } from './countries.ts';
import type { RegistryCheckName } from './registry-results.ts';

/** What is wrong with a value; the member's row maps it to a problem. */
export type Fault = 'type' | 'length' | 'form' | 'value';

/** Why a value was refused; distinguished from accepted values by its class. */
export class Refusal {
  readonly fault: Fault;
  /** Path below the member, such as `[0].type`; empty for the member itself. */
  readonly below: string;
  /** The part at `below` is mandatory and missing. */
  readonly missing: boolean;

  constructor(fault: Fault, below = '', missing = false) {
    this.fault = fault;
    this.below = below;
    this.missing = missing;
  }
}

/** The integration's options and the current day, as far as rules need them. */
export interface ReadOptions {
  /** Today's date in UTC, `YYYY-MM-DD`. */
  today: string;
  /** The integration has the Mexican check: `document.number` is a CIC. */
  mexico: boolean;
  /** The registry that decides alone; `null` if documents are verified or no registry is called. */
  registryAlone: RegistryCheckName | null;
  /** A test integration: `callback` may be http on a loopback host. */
  allowLoopbackHttpCallback: boolean;
}

/** What a rule can use besides the value. */
export interface RuleContext {
  options: ReadOptions;
  /** Value accepted for an earlier row; `undefined` if not supplied. */
  accepted: (path: string) => unknown;
}

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Checks one member. */
export interface Rule {
  /** JSON type: strings are trimmed first, and an empty one counts as not supplied. */
  json: 'string' | 'other';
  /** The rule as JSON Schema, as far as that can express it; for documentation only. */
  schema: JsonSchema;
  /** The accepted value (possibly normalised), or a `Refusal`. */
  check: (value: unknown, context: RuleContext) => unknown;
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const uuid4Form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;
const loopbackHost = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\]|.+\.localhost)$/;

/** True for a UUID of any version, in any letter case. @see spec/contract.md A-11 */
export const isUuid = (text: string): boolean => uuidForm.test(text);

/** True for a version 4 UUID, in any letter case. @see spec/contract.md A-08 */
export const isUuid4 = (text: string): boolean => uuid4Form.test(text);

/** Length of a text in Unicode code points. @see spec/contract.md A-05 */
export function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i + 1 < text.length; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) count -= 1;
  }
  return count;
}

/** True for a `YYYY-MM-DD` date that exists in the calendar. */
export function isCalendarDate(text: string): boolean {
  const match = dateForm.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= (month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31);
}

const string = (schema: JsonSchema, check: (text: string, context: RuleContext) => unknown): Rule => ({
  json: 'string',
  schema: { type: 'string', ...schema },
  check: (value, context) => (typeof value === 'string' ? check(value, context) : new Refusal('type')),
});

/** Text of at most `max` code points, optionally matching a pattern. */
export const text = (max: number, form?: RegExp): Rule =>
  string({ maxLength: max, ...(form && { pattern: form.source }) }, (value) => {
    if (value.length > max && codePoints(value) > max) return new Refusal('length');
    return form && !form.test(value) ? new Refusal('form') : value;
  });

/** One of the given texts; letter case counts. */
export const oneOf = (values: readonly string[]): Rule =>
  string({ enum: values }, (value) => (values.includes(value) ? value : new Refusal('value')));

/** One of the given texts, translated to its value in the map. */
export const translated = (values: ReadonlyMap<string, string>): Rule =>
  string({ enum: [...values.keys()] }, (value) => values.get(value) ?? new Refusal('value'));

/** UUID of any version, kept as written. */
export const uuid = (): Rule =>
  string({ format: 'uuid' }, (value) => (uuidForm.test(value) ? value : new Refusal('form')));

/** Assigned ISO 3166-1 alpha-2 code, or `XK`, upper case. */
export const country = (): Rule =>
  string({ pattern: '^[A-Z]{2}$' }, (value) => (countryCodes.has(value) ? value : new Refusal('value')));

/** Calendar date from `first` to `last`, or to the day of the request where `last` is `null`. */
export const date = (first: string, last: string | null): Rule =>
  string({ format: 'date' }, (value, { options }) => {
    if (!dateForm.test(value)) return new Refusal('form');
    const end = last ?? options.today;
    return isCalendarDate(value) && value >= first && value <= end ? value : new Refusal('value');
  });

/** Whole number within bounds. */
export const integer = (minimum: number, maximum: number): Rule => ({
  json: 'other',
  schema: { type: 'integer', minimum, maximum },
  check: (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
      ? value
      : new Refusal('value'),
});

/** `true` or `false`. */
export const boolean = (): Rule => ({
  json: 'other',
  schema: { type: 'boolean' },
  check: (value) => (typeof value === 'boolean' ? value : new Refusal('type')),
});

/** True for a JSON object: neither `null` nor an array. */
export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object whose members have rows of their own; the object itself is not kept. */
export const object = (): Rule => ({
  json: 'other',
  schema: { type: 'object' },
  check: (value) => (isJsonObject(value) ? undefined : new Refusal('type')),
});

/** An object with all its members kept unchanged. */
export const anyObject = (): Rule => ({
  json: 'other',
  schema: { type: 'object' },
  check: (value) => (isJsonObject(value) ? value : new Refusal('type')),
});

/** Chains two rules: the first rule's result is passed to `next`. */
export const also = (rule: Rule, next: (value: string, context: RuleContext) => unknown): Rule => ({
  json: rule.json,
  schema: rule.schema,
  check: (value, context) => {
    const first = rule.check(value, context);
    return typeof first === 'string' ? next(first, context) : first;
  },
});

const hasUserInfo = (value: string): boolean => /^[a-z]+:\/\/[^/?#]*@/i.test(value);

/** `null` if the text is not a URL. Parsed only once, because a host of a megabyte takes milliseconds. */
function parsedUrl(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

/** Absolute https URL without user info; http is allowed on loopback hosts if the operator permits it. @see spec/contract.md A-25 */
export const callbackUrl = (max: number): Rule =>
  string({ format: 'uri', maxLength: max }, (value, { options }) => {
    // The URL parser repairs backslashes, blanks and missing slashes silently; such texts are not absolute URLs.
    const shape = /^([a-z][a-z0-9+.-]*):/i.exec(value);
    if (!shape || /[\s\\\u0000-\u001f\u007f]/.test(value)) return new Refusal('form');
    const url = parsedUrl(value);
    if (url === null) return new Refusal('form');
    const loopback =
      options.allowLoopbackHttpCallback && url.protocol === 'http:' && loopbackHost.test(url.hostname);
    if (url.protocol !== 'https:' && !loopback) return new Refusal('value');
    if (!/^https?:\/\/[^/?#]/i.test(value) || hasUserInfo(value)) return new Refusal('form');
    return codePoints(value) > max ? new Refusal('length') : value;
  });

/** A member of the objects in a list: a text with a rule, or an optional boolean. */
export interface ItemMember {
  name: string;
  rule: Rule;
  mandatory: boolean;
}

function checkItem(item: unknown, members: readonly ItemMember[], context: RuleContext): unknown {
  if (!isJsonObject(item)) return new Refusal('type');
  const copy: Record<string, unknown> = {};
  for (const { name, rule, mandatory } of members) {
    const value = suppliedValue(item, name, rule);
    if (value === undefined) {
      if (mandatory) return new Refusal('value', `.${name}`, true);
      copy[name] = null;
      continue;
    }
    const checked = rule.check(value, context);
    if (checked instanceof Refusal) return new Refusal(checked.fault, `.${name}${checked.below}`);
    copy[name] = checked;
  }
  return copy;
}

/** A member of an object, as described in the documentation. */
export interface DescribedMember {
  name: string;
  schema: JsonSchema;
  mandatory: boolean;
}

/** The schema of a value that may also be `null`. */
export function orNull(schema: JsonSchema): JsonSchema {
  const nullable = { ...schema, type: [schema['type'], 'null'] };
  return Array.isArray(schema['enum'])
    ? { ...nullable, enum: [...(schema['enum'] as unknown[]), null] }
    : nullable;
}

/** The schema of a request object: optional members may be `null`. @see spec/contract.md A-04 */
export function objectSchema(members: readonly DescribedMember[]): JsonSchema {
  const required = members.filter(({ mandatory }) => mandatory).map(({ name }) => name);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(
      members.map(({ name, schema, mandatory }) => [name, mandatory ? schema : orNull(schema)]),
    ),
  };
}

/** Array of at most `max` objects; unknown members of an item are dropped; optional members that are not supplied become `null`. */
export const items = (max: number, members: readonly ItemMember[]): Rule => ({
  json: 'other',
  schema: {
    type: 'array',
    maxItems: max,
    items: objectSchema(members.map((member) => ({ ...member, schema: member.rule.schema }))),
  },
  check: (value, context) => {
    if (!Array.isArray(value)) return new Refusal('type');
    if (value.length > max) return new Refusal('length');
    const copies: unknown[] = [];
    for (const [index, item] of value.entries()) {
      const copy = checkItem(item, members, context);
      if (copy instanceof Refusal) return new Refusal(copy.fault, `[${index}]${copy.below}`, copy.missing);
      copies.push(copy);
    }
    return copies;
  },
});

/**
 * The object's own member of that name, ready for checking: texts are trimmed; `null` and empty texts count as not supplied.
 * @returns `undefined` when not supplied
 * @see spec/contract.md
 */
export function suppliedValue(
  from: Readonly<Record<string, unknown>>,
  name: string,
  rule: Rule | null,
): unknown {
  if (!Object.hasOwn(from, name)) return undefined;
  const value = from[name];
  if (value === null) return undefined;
  if (rule?.json !== 'string' || typeof value !== 'string') return value;
  const trimmed = value.trim();
  return trimmed === '' ? undefined : trimmed;
}
