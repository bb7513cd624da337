/** The kinds of members that findings are made of, each with its bounds. */
import { type TProperties, type TSchema, Type } from 'typebox';

/** An object that has these members and no others. */
export const closed = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** A value, or `null` where there is none. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A list of at most so many items. */
export const listOf = <Schema extends TSchema>(schema: Schema, maxItems: number) =>
  Type.Array(schema, { maxItems });

/** A text of at most so many characters. */
export const text = (maxLength: number) => Type.String({ maxLength });

/** A text of exactly this form. */
export const shaped = (pattern: string) => Type.String({ pattern });

/** One of these words. The set is fixed: every reader has a case for each. */
export const oneOf = <const Words extends string[]>(words: [...Words]) => Type.Enum(words);

/**
 * One of these codes. The set grows with releases, and readers pass over codes they do not have: what another release stored may
 * hold further ones.
 */
export const codeOf = <const Codes extends string[]>(codes: [...Codes]) => Type.Enum(codes, { grows: true });

/** Characters of a code that another release may have stored. */
export const longestCode = 64;

/** A number between two bounds, both included. JSON has no NaN and no infinity, and neither passes. */
export const between = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });

/** A whole number from 0. */
export const count = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/** 0–1. */
export const share = between(0, 1);
/** 0–100. */
export const score = between(0, 100);
/** Degrees. */
export const degrees = between(-360, 360);
/** A measured value in the unit of its code. */
export const measure = between(-1e9, 1e9);
/** A distance of two descriptors, in the metric of their model. */
export const distance = between(0, 1e9);
/** Pixels of the upright original along one axis; a corner may lie outside the picture. */
const coordinate = between(-1e9, 1e9);
/** Whole pixels of one side. */
export const pixels = count(50_000_000);

/** A stored picture's identifier. */
export const mediaId = shaped('^[0-9A-Za-z-]{0,64}$');
/** `id@digest` of a model, or name and version of a text engine. */
export const modelName = Type.String({ minLength: 1, maxLength: 128 });
/** A calendar date. */
export const date = shaped('^[0-9]{4}-[0-9]{2}-[0-9]{2}$');

/** x, y, width and height in pixels of the upright original. */
export const box = Type.Immutable(Type.Tuple([coordinate, coordinate, coordinate, coordinate]));
const point = Type.Immutable(Type.Tuple([coordinate, coordinate]));
/** Four corners in pixels of the upright original, clockwise from the top left of the thing as it reads. */
export const corners = Type.Immutable(Type.Tuple([point, point, point, point]));

/** Most pictures that are looked at together. */
export const mostPictures = 1_024;
