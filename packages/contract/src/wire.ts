import { type TSchema, Type } from 'typebox';

/** Schemas of small values shared by many bodies. */

/** A value or `null`. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** One of the given texts. */
export const oneOfTexts = <const Values extends readonly string[]>(values: Values) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values] });

/** Any text, or `null`. */
export const NullableText = nullable(Type.String());

/** UUID version 4 as the service writes it: lower case, hyphens. @see spec/contract.md A-05 */
export const Uuid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$',
});

/** UTC time with milliseconds. @see spec/contract.md A-09 */
export const Milliseconds = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** UTC time with microseconds (`submissionTime`). @see spec/contract.md A-09 */
export const Microseconds = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z$' });

/** Midnight, without fractional seconds (dates of listings). @see spec/contract.md A-09 */
export const Midnight = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT00:00:00Z$' });

/** `YYYY-MM-DD`. @see spec/contract.md A-09 */
export const CalendarDate = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. @see spec/contract.md A-09 */
export const PartialDate = Type.String({ pattern: '^\\d{4}(-\\d\\d(-\\d\\d)?)?$' });

/** ISO 3166-1 alpha-2 code. */
export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' });

/** `status` of every successful response. */
export const Success = Type.Literal('success');
