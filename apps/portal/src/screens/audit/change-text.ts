import type { PortalAuditRow } from '@countersign/contract';
import type { Words } from '../../words/words.ts';

type Texts = Pick<Words, 'audit' | 'branding' | 'status' | 'roles' | 'types'>;

/** Context for describing a change. */
export interface Reader {
  words: Texts;
  /** BCP 47; formats times. */
  language: string;
  /** Name of an integration or a person; `null`: unknown. */
  nameOf: (id: string) => string | null;
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const wordOf = (table: object, key: string): string | undefined =>
  Object.hasOwn(table, key) ? (table as Record<string, string>)[key] : undefined;
const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

function textOf({ words, language, nameOf }: Reader, value: string): string {
  if (uuid.test(value)) return nameOf(value) ?? value.slice(0, 8);
  if (moment.test(value) && !Number.isNaN(Date.parse(value)))
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(value),
    );
  const tables = [words.audit.values, words.status, words.roles, words.types];
  return tables.map((table) => wordOf(table, value)).find((word) => word !== undefined) ?? value;
}

/** Readable form of a value. */
function shown(reader: Reader, value: unknown): string {
  const { values } = reader.words.audit;
  if (value === null || value === undefined) return values.notSet;
  if (typeof value === 'boolean') return value ? values.yes : values.no;
  if (typeof value === 'string') return value === '' ? values.none : textOf(reader, value);
  if (Array.isArray(value))
    return value.length === 0 ? values.none : value.map((item) => shown(reader, item)).join(', ');
  if (isValues(value)) return membersOf(reader, value).join(', ');
  return JSON.stringify(value);
}

const nameOfMember = ({ words }: Reader, name: string): string => wordOf(words.audit.members, name) ?? name;

/** Readable form of a member's value; people who are not restricted to integrations have access to all of them. */
const valueOf = (reader: Reader, name: string | null, value: unknown): string =>
  name === 'integrations' && value === null ? reader.words.audit.values.all : shown(reader, value);

/** Members with their values; unset ones are left out, since their previous value is unknown. */
const membersOf = (reader: Reader, values: Values): string[] =>
  Object.entries(values)
    .filter(([name, value]) => value !== null || name === 'integrations')
    .map(([name, value]) => `${nameOfMember(reader, name)}: ${valueOf(reader, name, value)}`);

/** A value before and after; of several members, only those that differ. */
function moves(reader: Reader, [from, to]: readonly [unknown, unknown], name: string | null): string[] {
  if (isValues(from) && isValues(to))
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((member) => !sameValue(from[member], to[member]))
      .flatMap((member) => moves(reader, [from[member], to[member]], member));
  const move = [from, to].map((value) => valueOf(reader, name, value)).join(' → ');
  return [name === null ? move : `${nameOfMember(reader, name)}: ${move}`];
}

/** The parts of the flow's branding that changed. */
function brandingOf({ words }: Reader, { from, to }: Values): string {
  const [before, after] = [from, to].map((side) => (isValues(side) ? side : {}));
  const { parts, changed } = words.branding;
  const differing = Object.entries(parts).filter(([part]) => !sameValue(before?.[part], after?.[part]));
  return changed(differing.map(([, word]) => word).join(', '));
}

/** Settings before and after. */
const settingsOf = (reader: Reader, changed: Values): string[] =>
  Object.entries(changed).flatMap(([name, move]) => {
    if (!isValues(move)) return membersOf(reader, { [name]: move });
    return name === 'branding' ? [brandingOf(reader, move)] : moves(reader, [move['from'], move['to']], name);
  });

/** Describes an entry of the audit log in one line: what changed, and the details. */
export function changeText(reader: Reader, { from, to, details }: PortalAuditRow): string {
  const { changed, from: before, to: after, active, ...others } = details;
  const states = [from, to].filter((state) => state !== null).map((state) => shown(reader, state));
  const parts = [
    states.join(' → '),
    ...(isValues(changed) ? settingsOf(reader, changed) : []),
    ...('from' in details && 'to' in details ? moves(reader, [before, after], null) : []),
    // Settings are recorded with whether the integration is active; an active one is not worth mentioning.
    ...(active === undefined || (active === true && changed !== undefined)
      ? []
      : membersOf(reader, { active })),
    ...membersOf(reader, others),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
