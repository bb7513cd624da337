import { nearest } from '@countersign/command-line';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The parts of a TypeBox schema that settings use. */
interface Form {
  /** Replaces the generated description. */
  description?: string;
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Form[];
  items?: Form;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  properties?: Readonly<Record<string, Form>>;
}

/** Describes the values of a schema, as text after "must be". */
export const describeForm = (schema: TSchema): string => wordsOf(schema);

/** The values of a schema with few of them; otherwise null. */
export function choicesOf(schema: TSchema): unknown[] | null {
  const form: Form = schema;
  if (form.type === 'boolean') return [true, false];
  if (form.type === 'null') return [null];
  if ('const' in form) return [form.const];
  if (form.enum) return [...form.enum];
  const lists = (form.anyOf ?? []).map((each) => choicesOf(each as TSchema));
  return lists.length === 0 || lists.includes(null) ? null : lists.flatMap((list) => list ?? []);
}

function wordsOf(form: Form): string {
  if (form.description !== undefined) return form.description;
  if (form.anyOf) return alternatives(form.anyOf);
  if (form.enum) return `one of ${form.enum.map(quote).join(', ')}`;
  if ('const' in form) return quote(form.const);
  switch (form.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${boundsOf(form)}`;
    case 'number':
      return `a number${boundsOf(form)}`;
    case 'null':
      return 'null';
    case 'array':
      return `a list${(form.minItems ?? 0) > 0 ? ` of at least ${form.minItems}` : ''}: each ${wordsOf(form.items ?? {})}`;
    case 'object':
      return `an object with ${Object.keys(form.properties ?? {}).join(', ')}`;
    default:
      return textForm(form);
  }
}

function textForm({ pattern, minLength = 0, maxLength }: Form): string {
  if (pattern === '^[A-Z]{2}$') return 'a country code of two capitals';
  if (maxLength === undefined) return 'a text';
  return `a text of ${minLength} to ${maxLength} characters`;
}

function alternatives(forms: readonly Form[]): string {
  const fixed = forms.filter((form) => 'const' in form);
  const others = forms.filter((form) => !('const' in form));
  const choices = fixed.map((form) => quote(form.const));
  const words = [
    ...others.filter(({ type }) => type !== 'null').map(wordsOf),
    ...(choices.length > 1 ? [`one of ${choices.join(', ')}`] : choices),
    ...others.filter(({ type }) => type === 'null').map(wordsOf),
  ];
  return words.join(' or ');
}

function boundsOf({ minimum, maximum }: Form): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  return minimum === undefined ? '' : ` from ${minimum} on`;
}

const quote = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Maximum characters shown of a rejected value. */
const shownCharacters = 80;

/** A value as text after "not", truncated if it is long. */
export function shownValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** Describes the first invalid setting: its `--set` name, what it must be, and what was given. */
export function describeWrong(schema: TSchema, merged: unknown): string {
  const [first] = Value.Errors(schema, merged);
  const [name = '', member] = (first?.instancePath ?? '').split('/').slice(1);
  const given = merged as Readonly<Record<string, unknown>>;
  const own = membersOf(schema)[name];
  const members = own === undefined ? {} : membersOf(own);
  if (own === undefined || member === undefined || Object.keys(members).length === 0)
    return `${name}: must be ${own ? describeForm(own) : 'a setting'}, not ${shownValue(given[name])}`;
  const wrong = members[member];
  if (wrong !== undefined) {
    const value = (given[name] as Readonly<Record<string, unknown>> | null)?.[member];
    return `${name}.${member}: must be ${describeForm(wrong)}, not ${shownValue(value)}`;
  }
  const known = nearest(member, Object.keys(members));
  const advice = known === null ? `one of ${Object.keys(members).join(', ')}` : `did you mean ${known}?`;
  return `${name}.${member}: must be a setting of ${name}; ${advice}`;
}

/** Members of a group; empty for a single setting. */
export const membersOf = (schema: TSchema): Record<string, TSchema> =>
  (schema as { properties?: Record<string, TSchema> }).properties ?? {};
