import type { EntityDraft } from '../entity-draft.ts';
import { identifierType } from '../identifier-type.ts';
import type { LoadLog } from '../load-log.ts';

/** Splits "LAST, First Middle" into the parts of a person's name; null for anything else. */
export function commaParts(name: string): { first: string; last: string } | null {
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim());
  return more.length > 0 || last === '' || first === '' ? null : { first, last };
}

const numbered =
  /^(?<type>\D{0,80}?)\s*(?:#|:|-)?\s*(?<value>[^\s(),;]*\d[^\s(),;]*)(?:[^(]*\((?<country>[^)]*)\))?/u;
const ignored =
  /^(?:-|telephone|phone|fax|website|email|e-mail|additional sanctions|secondary sanctions|aircraft (?:manufacture date|model|operator)|vessel type|all offices|government gazette|executive order|icty)/iu;

type Reader = (rest: string, draft: EntityDraft) => void;

/** The beginnings of statements, and how to read the rest. */
const statements: readonly (readonly [RegExp, Reader])[] = [
  [/^DOB\s+/u, (rest, draft) => draft.birth(rest)],
  [/^(?:DOD|date of death)\s+/iu, (rest, draft) => draft.death(rest)],
  [/^POB\s+/u, (rest, draft) => draft.country(rest.slice(rest.lastIndexOf(',') + 1), 'birth')],
  [/^nationality(?: of registration)?\s+/iu, (rest, draft) => draft.country(rest, 'nationality')],
  [/^citizen\s+/iu, (rest, draft) => draft.country(rest, 'nationality')],
  [/^gender\s+/iu, (rest, draft) => draft.sex(rest)],
  [/^a\.?k\.?a\.?\s+/iu, (rest, draft) => named(draft, rest, 'weak')],
  [/^[fn]\.?k\.?a\.?\s+/iu, (rest, draft) => named(draft, rest, 'former')],
  [/^linked to:\s*/iu, (rest, draft) => draft.associate(naturalName(rest), 'linked to')],
  [/^former vessel flag\s+/iu, () => undefined],
  [/^vessel flag\s+/iu, (rest, draft) => draft.country(rest, 'flag')],
  [/^vessel call sign\s+/iu, (rest, draft) => draft.identifier(rest, 'callsign')],
  [
    /^digital currency address\s*-?\s*/iu,
    (rest, draft) => draft.identifier(rest.split(/\s+/u).at(-1), 'wallet'),
  ],
  [/^deceased$/iu, (_rest, draft) => void (draft.deceased = true)],
];

/** Parses the statements in OFAC's remarks, which are separated by `; ` and end with a full stop. */
export function readRemarks(remarks: string, draft: EntityDraft, log: LoadLog): void {
  for (const whole of remarks.replace(/\.\s*$/u, '').split(/;\s+/u)) {
    const statement = whole.trim().replace(/^alt\.\s+/iu, '');
    if (statement === '' || ignored.test(statement)) continue;
    const known = statements.find(([start]) => start.test(statement));
    if (known !== undefined) known[1](statement.replace(known[0], '').trim(), draft);
    else readNumber(statement, draft, log);
  }
}

function readNumber(statement: string, draft: EntityDraft, log: LoadLog): void {
  const { type = '', value, country } = numbered.exec(statement)?.groups ?? {};
  const imo = /\bIMO\s*(\d{7})\b/u.exec(statement);
  if (imo !== null) draft.identifier(imo[1], 'imo');
  else if (value !== undefined && identifierType(type) !== null)
    draft.identifier(value, identifierType(type) ?? undefined, country ?? null);
  else log.count('remark');
}

function named(draft: EntityDraft, rest: string, kind: 'weak' | 'former'): void {
  const text = rest.replace(/^['‘"“]|['’"”](?:\s.*)?$/gu, '').trim();
  const parts = draft.schema === 'Person' ? commaParts(text) : null;
  draft.name(text, kind, parts === null ? {} : { parts });
}

/** Converts a person's name to natural order; names of organisations, which also contain commas, are unchanged. */
function naturalName(name: string): string {
  const parts = commaParts(name);
  const person =
    parts !== null && !/\p{Ll}/u.test(parts.last) && /\p{Ll}/u.test(parts.first) && !/\./u.test(parts.first);
  return person ? `${parts.first} ${parts.last}` : name;
}
