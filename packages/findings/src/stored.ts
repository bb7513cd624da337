/** What findings must look like when they are read from where an earlier or a later release stored them. */
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

/** Findings as they are stored: an earlier release knew fewer members. */
export type StoredFindings = Omit<Without<PictureFindings, (typeof laterMembers)[number]>, 'pictures'> & {
  pictures: Without<PictureFinding, (typeof laterMembersOfPicture)[number]>[];
};

const later: ReadonlyMap<unknown, readonly string[]> = new Map<unknown, readonly string[]>([
  [pictureFindings, laterMembers],
  [pictureFinding, laterMembersOfPicture],
]);

/**
 * The schema of what was stored: as that of what is written, but that members which an earlier release did not know may be absent,
 * and that further members and further codes of a later one are passed over. Every other bound holds.
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

/** Findings as they are stored. @see asStored */
export const storedFindings = Type.Unsafe<StoredFindings>(asStored(pictureFindings));

/** Faces as they are stored to be compared with those of later sessions. */
export const storedFaces = Type.Unsafe<LinkedFaces>(asStored(linkedFaces));
