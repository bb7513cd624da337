/** Building blocks for the schemas of findings, each with its bounds. */
import { type TProperties, type TSchema, Type } from 'typebox';

/** An object with exactly these members. */
export const closed = <Members extends TProperties>(members: Members) =>
  Type.Object(members, { additionalProperties: false });

/** A value or `null`. */
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** A list with a maximum number of items. */
export const listOf = <Schema extends TSchema>(schema: Schema, maxItems: number) =>
  Type.Array(schema, { maxItems });

/** A text with a maximum number of characters. */
export const text = (maxLength: number) => Type.String({ maxLength });

/** A text that matches a pattern. */
export const shaped = (pattern: string) => Type.String({ pattern });

/** One of a fixed set of words; readers handle every one. */
export const oneOf = <const Words extends string[]>(words: [...Words]) => Type.Enum(words);

/**
 * One of a set of codes that grows with releases. Readers ignore codes they do not know, because findings stored by another release may
 * contain further ones.
 */
export const codeOf = <const Codes extends string[]>(codes: [...Codes]) => Type.Enum(codes, { grows: true });

/** Maximum characters of a code that another release may have stored. */
export const longestCode = 64;

/** A number between two bounds, inclusive. JSON has no NaN and no infinity; both are rejected. */
export const between = (minimum: number, maximum: number) => Type.Number({ minimum, maximum });

/** A whole number from 0 to a maximum. */
export const count = (maximum: number) => Type.Integer({ minimum: 0, maximum });

/** 0–1. */
export const share = between(0, 1);
/** 0–100. */
export const score = between(0, 100);
/** Degrees. */
export const degrees = between(-360, 360);
/** A measured value in the unit documented for its code. */
export const measure = between(-1e9, 1e9);
/** A distance between two descriptors, in the metric of their model. */
export const distance = between(0, 1e9);
/** Pixels of the upright original along one axis; a corner may lie outside the picture. */
const coordinate = between(-1e9, 1e9);
/** Length of one side in whole pixels. */
export const pixels = count(50_000_000);

/** Identifier of a stored picture. */
export const mediaId = shaped('^[0-9A-Za-z-]{0,64}$');
/** `id@digest` of a model, or the name and version of a text engine. */
export const modelName = Type.String({ minLength: 1, maxLength: 128 });
/** A calendar date. */
export const date = shaped('^[0-9]{4}-[0-9]{2}-[0-9]{2}$');

/** x, y, width and height in pixels of the upright original. */
export const box = Type.Immutable(Type.Tuple([coordinate, coordinate, coordinate, coordinate]));
const point = Type.Immutable(Type.Tuple([coordinate, coordinate]));
/** Four corners in pixels of the upright original, clockwise from the top left corner of the content when upright. */
export const corners = Type.Immutable(Type.Tuple([point, point, point, point]));

/** Maximum number of pictures inspected together. */
export const mostPictures = 1_024;
