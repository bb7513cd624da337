/** Schemas for findings that an earlier or a later release may have stored. */
import { type TObject, type TSchema, Type } from 'typebox';
import { linkedFaces, type LinkedFaces } from './faces.ts';
import { longestCode } from './members.ts';
import { pictureFinding, type PictureFinding } from './picture.ts';
import { pictureFindings, type PictureFindings } from './picture-findings.ts';

/** Members of findings that an earlier release did not write. */
const laterMembers = [
  'barcode',
  'printed',
  'documentClass',
  'reference',
  'referenceReason',
  'evidence',
  'liveness',
  'faceTraces',
  'cutShort',
] as const satisfies (keyof PictureFindings)[];

/** Members of the findings of one picture that an earlier release did not write. */
const laterMembersOfPicture = ['card', 'side', 'perceptualHash'] as const satisfies (keyof PictureFinding)[];

type Without<Whole, Later extends keyof Whole> = Omit<Whole, Later> & Partial<Pick<Whole, Later>>;

/** Findings as stored, possibly by an earlier release with fewer members. */
export type StoredFindings = Omit<Without<PictureFindings, (typeof laterMembers)[number]>, 'pictures'> & {
  pictures: Without<PictureFinding, (typeof laterMembersOfPicture)[number]>[];
};

const later: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [pictureFindings, laterMembers],
  [pictureFinding, laterMembersOfPicture],
]);

/**
 * Derives the schema for stored values: members unknown to an earlier release may be absent, and unknown members and codes of a later
 * release are ignored. All other bounds apply.
 */
function asStored(schema: TSchema): TSchema {
  return relaxed(schema) as TSchema;
}

function relaxed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(relaxed);
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('grows' in schema) return Type.String({ maxLength: longestCode });
  const entries = Object.entries(schema).filter(([keyword]) => keyword !== 'additionalProperties');
  const members = Object.fromEntries(entries.map(([keyword, value]) => [keyword, relaxed(value)]));
  const absent = later.get(schema);
  if (absent === undefined) return members;
  return { ...members, required: (schema as TObject).required?.filter((name) => !absent.includes(name)) };
}

/** Schema of findings as stored, possibly by another release. @see asStored */
export const storedFindings = Type.Unsafe<StoredFindings>(asStored(pictureFindings));

/** Faces as stored for comparison with later sessions. */
export const storedFaces = Type.Unsafe<LinkedFaces>(asStored(linkedFaces));
