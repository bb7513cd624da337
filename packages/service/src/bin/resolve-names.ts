import { type CommandInput, nearest, UsageError, type Verb } from '@countersign/command-line';
import type { ServiceContext } from '../context.ts';
import {
  findByPrefix,
  findIntegrations,
  listIntegrationNames,
  type NamedTable,
} from '../storage/find-by-prefix.ts';

/** A name that does not match anything. */
export class NotFound extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotFound';
  }
}

const ownId = 'its id or the beginning of its id with 4 characters or more';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A shorter beginning of an identifier is more likely a typing error than intended. */
const shortest = 4;

/** Placeholders of arguments and options that represent an identifier, and the table to look it up in. */
const tables: Readonly<Record<string, NamedTable>> = {
  SESSION: 'session',
  WEBHOOK: 'webhook',
  ALERT: 'operator_entry',
  KEY: 'shared_secret',
  HIT: 'watchlist_hit',
  ENTRY: 'blocked_face',
  PROPOSAL: 'setting_proposal',
};

/**
 * Replaces abbreviations typed for identifiers: an integration by its name or the beginning of its id, others by the
 * beginning of theirs. A complete id is left unchanged, whether it exists or not.
 * @throws NotFound; UsageError if several match, or none can
 */
export async function resolveNames(
  { database }: Pick<ServiceContext, 'database'>,
  verb: Verb,
  input: CommandInput,
): Promise<CommandInput> {
  const { positionals, options } = input;
  const placeholders = verb.arguments.map((name) => name.replace(/^\[|\]$/g, ''));
  const resolved: CommandInput = { positionals: [...positionals], options: { ...options } };
  const integrationOf = async (text: string) => {
    if (uuid.test(text)) return text.toLowerCase();
    const found = await findIntegrations(database, text, range(text));
    const meant = found.length > 0 ? null : nearest(text, await listIntegrationNames(database));
    return one('INTEGRATION', text, { found, meant });
  };
  for (const [at, text] of positionals.entries())
    if (placeholders[at] === 'INTEGRATION') resolved.positionals[at] = await integrationOf(text);
  const named = Object.entries(verb.options).flatMap(([name, option]) => {
    const text = options[name];
    return option.type === 'string' && typeof text === 'string' ? [{ name, text, value: option.value }] : [];
  });
  for (const { name, text, value } of named)
    if (value === 'INTEGRATION') resolved.options[name] = await integrationOf(text);
  const first = placeholders[0] === 'INTEGRATION' ? resolved.positionals[0] : resolved.options['integration'];
  const integrationId = typeof first === 'string' ? first : null;
  const idOf = async (placeholder: string, text: string) => {
    const table = tables[placeholder];
    if (table === undefined || uuid.test(text)) return text;
    const within = range(text);
    if (within === null) throw new UsageError(`${placeholder}: must be ${ownId}, not ${text}`);
    const found = await findByPrefix(database, { table, integrationId, within });
    return one(placeholder, text, { found });
  };
  for (const [at, text] of positionals.entries())
    resolved.positionals[at] = await idOf(placeholders[at] ?? '', resolved.positionals[at] ?? text);
  for (const { name, text, value } of named)
    if (value in tables) resolved.options[name] = await idOf(value, text);
  return resolved;
}

/** First and last identifier with a given beginning; null if none can have it. */
function range(text: string): { first: string; last: string } | null {
  const digits = text.toLowerCase().replaceAll('-', '');
  if (digits.length < shortest || !/^[0-9a-f]{4,32}$/.test(digits) || !isDashed(text)) return null;
  const filled = (digit: string) =>
    digits.padEnd(32, digit).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { first: filled('0'), last: filled('f') };
}

const whole = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
const isDashed = (text: string): boolean =>
  !text.includes('-') || text.replace(/[^-]/g, 'x') === whole.slice(0, text.length);

/** @param meant a suggestion if nothing was found */
function one(
  placeholder: string,
  text: string,
  { found, meant = null }: { found: { id: string; name?: string }[]; meant?: string | null },
): string {
  const [only, other] = found;
  if (only && !other) return only.id;
  if (only)
    throw new UsageError(
      `${placeholder}: must be unambiguous, but ${text} matches ${found.map(({ id, name }) => (name === undefined ? id : `${id} (${name})`)).join(', ')}`,
    );
  const names = placeholder === 'INTEGRATION' ? 'its name, ' : '';
  throw new NotFound(
    `${placeholder}: must be ${names}${ownId}; there is none for ${text}${meant === null ? '' : `; did you mean ${meant}?`}`,
  );
}
