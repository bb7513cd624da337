import { type Static, type TSchema, Type } from 'typebox';

/** Base of the portal's own API. */
export const portalPath = '/portal/api';

/** Headers required on every change, in addition to the cookie. */
export const portalHeaders = { marker: 'x-countersign-portal', csrf: 'x-csrf-token' } as const;

/** HTTP status of every error, by its stable code. */
export const portalErrors = {
  invalid: 422,
  'signed-out': 401,
  'wrong-credentials': 401,
  'wrong-code': 401,
  'wrong-passkey': 401,
  'sso-expired': 401,
  'sso-cancelled': 401,
  'sso-failed': 401,
  'sso-unknown': 401,
  'totp-required': 401,
  'not-allowed': 403,
  'step-up': 403,
  'reveal-required': 403,
  'own-proposal': 403,
  'sso-required': 403,
  'sso-email': 403,
  'address-refused': 403,
  'organisation-suspended': 403,
  'passkey-required': 403,
  forged: 403,
  'not-found': 404,
  'no-sso': 404,
  'method-not-allowed': 405,
  'changed-meanwhile': 409,
  'is-master': 409,
  'too-many-keys': 409,
  'last-owner': 409,
  'last-means': 409,
  'too-many-passkeys': 409,
  'already-member': 409,
  'sso-taken': 409,
  'sso-refused': 409,
  'no-local-owner': 409,
  'own-address': 409,
  'organisation-name-taken': 409,
  'no-codes': 409,
  'no-mail': 409,
  'not-in-review': 409,
  'being-processed': 409,
  'on-hold': 409,
  'proposal-there': 409,
  'proposal-over': 409,
  'webhooks-waiting': 409,
  'no-webhook-url': 409,
  'name-taken': 409,
  'name-frozen': 409,
  'too-many-statuses': 409,
  'status-retired': 409,
  'status-in-force': 409,
  'status-not-in-force': 409,
  'live-integration': 409,
  'too-many-sessions': 409,
  'too-many-exports': 409,
  'export-not-ready': 409,
  erased: 410,
  'export-over': 410,
  'too-large': 413,
  'session-limit': 429,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
  'sso-unavailable': 503,
} as const;
export type PortalErrorCode = keyof typeof portalErrors;

/** Schema of an object with exactly these members. */
export const closed = <Members extends Record<string, TSchema>>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

export const orNull = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

export const oneOf = <const Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values] });

export const uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});

/** ISO 8601 in UTC, with up to six decimals of a second. */
export const instantPattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$';
/** ISO 8601, UTC. */
export const instant = Type.String({ pattern: instantPattern });

/** Whether a text in the form of an instant is a real date and time: there is no 30th of February. */
export function isMoment(text: string): boolean {
  const moment = new Date(`${text.slice(0, 19)}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 19) === text.slice(0, 19);
}

/** Free text of at most `longest` characters, without control characters and not blank. */
export const words = (longest: number) =>
  Type.String({
    minLength: 1,
    maxLength: longest,
    pattern: '^(?=[^]*\\S)[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]+$',
  });

/** Invisible characters: blanks, combining marks by themselves, and anything without width or ink, including the empty Braille cell. */
const unseen = '\\s\\p{C}\\p{M}\\p{Default_Ignorable_Code_Point}\\u2800';

/** Pattern of {@link line}, for a regular expression with the flag `u`. */
export const linePattern = `^(?=[^]*[^${unseen}])[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]+$`;

/** Describes what the pattern requires. U+200E and U+200F, which Arabic and Hebrew text uses, are allowed: they do not reorder text. */
export const lineRule =
  'must be one line with a character that is seen, and without any that turns its direction (U+202A to U+202E, U+2066 to U+2069)';

/**
 * A name: at most `longest` characters on one line, at least one of them visible, without line breaks or characters that change the direction
 * of the text after it, so that a name cannot alter the rest of an e-mail or a page.
 */
export const line = (longest: number) =>
  Type.String({ minLength: 1, maxLength: longest, pattern: linePattern });

export const email = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@<>()",;:\\\\]{1,64}@[^\\s@<>()",;:\\\\]+\\.[^\\s@<>()",;:\\\\]+$',
});

/** At least 12 characters; those longer than 200 are rejected before hashing. */
export const password = Type.String({ minLength: 12, maxLength: 200 });

/** Body of every error. */
export const PortalErrorBody = closed({
  error: closed({
    code: oneOf(Object.keys(portalErrors) as PortalErrorCode[]),
    /** For people. */
    message: Type.String(),
    /** For `invalid`: the member of the body or query that is wrong. */
    member: Type.Optional(Type.String()),
  }),
});
export type PortalErrorBody = Static<typeof PortalErrorBody>;

/** One page of a list; `next` is the cursor of the page after it, `null` at the end. */
export const page = <Row extends TSchema>(row: Row) =>
  closed({ rows: Type.Array(row), next: orNull(Type.String()) });

/** Query members of every list. `limit` is 1 to 100, by default 25. */
export const paging = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$' })),
};
