/** Element type of a section. Files store numbers in the byte order of the machine that wrote them. */
export type Element = 'u8' | 'u16' | 'u32';

export interface ElementArray {
  u8: Uint8Array;
  u16: Uint16Array;
  u32: Uint32Array;
}

export const elementBytes: Record<Element, number> = { u8: 1, u16: 2, u32: 4 };

/**
 * Every section of a snapshot, in file order. Names of a size class follow each other, so a name's tokens need no offset of their own;
 * token ids are ordered from the most to the least common word.
 */
export const sectionElements = {
  /** UTF-8 text of all tokens, in order of id; a Latin word's normal form, if different, follows after a zero byte. */
  'token.bytes': 'u8',
  /** Start of each token's text; one entry more than tokens. */
  'token.offset': 'u32',
  /** Signature of each token, 1 to 254 (`signOf`). */
  'token.sign': 'u8',
  /** The spelling of a legal form or number, and its own token: pairs of token ids, ascending. */
  'token.spelling': 'u32',
  /** Buckets of token texts: start of each in `token.entry`; one more than a power of two. */
  'token.bucket': 'u32',
  /** Three bytes an entry: the token id, and in the high bits a check of the text's hash (`BucketTable`). */
  'token.entry': 'u8',
  /** Buckets of word keys; one more than a power of two. */
  'key.bucket': 'u32',
  /** Token ids, three bytes an entry. */
  'key.entry': 'u8',
  /** By number of tokens, 0 to 25: first name of that size, and start of its tokens. Pairs. */
  'name.region': 'u32',
  /** Token id in the low 24 bits, weight in the high 8; in the order written, name after name. */
  'name.token': 'u32',
  /** Class of each token in the low 4 bits, plus 16 if typed. */
  'name.class': 'u8',
  /** Entity of each name in the low 24 bits; in the high 8 its kind, how it was prepared, and whether it is weak. */
  'name.entity': 'u32',
  /** Start of each token's postings; one entry more than tokens. */
  'post.offset': 'u32',
  /** Names that contain the token, ascending. */
  'post.name': 'u32',
  /** Four bytes for each posting: hashes or signatures of the name's other tokens, by which most names are skipped without being read. */
  'post.sign': 'u32',
  /** For each entity: lists, schema and whether dead in the low 12 bits, its set of countries in the high 20. */
  'entity.word': 'u32',
  /** Distinct sets of countries, one after the other: count, then codes. */
  'country.set': 'u32',
  /** Buckets of raw names for `exactMatch`; one more than a power of two. */
  'exact.bucket': 'u32',
  /** Entities, three bytes an entry. */
  'exact.entry': 'u8',
  /** Buckets of identifiers; one more than a power of two. */
  'identifier.bucket': 'u32',
  /** Entities, three bytes an entry. */
  'identifier.entry': 'u8',
  /** Buckets of entity ids and former ids; one more than a power of two. */
  'id.bucket': 'u32',
  /** Entities, three bytes an entry. */
  'id.entry': 'u8',
  /** Start of each entity's payload, modulo 2^32; one entry more than entities. */
  'payload.offset': 'u32',
  /** Entities at which offsets restart at 0: one for each 4 GiB. */
  'payload.wrap': 'u32',
  /** Entities as UTF-8 JSON. */
  payload: 'u8',
} as const satisfies Record<string, Element>;

export type SectionName = keyof typeof sectionElements;
export type Sections = { [Name in SectionName]: ElementArray[(typeof sectionElements)[Name]] };

export const sectionNames = Object.keys(sectionElements) as SectionName[];

const views: { [E in Element]: (buffer: SharedArrayBuffer) => ElementArray[E] } = {
  u8: (buffer) => new Uint8Array(buffer),
  u16: (buffer) => new Uint16Array(buffer),
  u32: (buffer) => new Uint32Array(buffer),
};

/** A zeroed typed array of `length` elements over a buffer that threads share. */
export function sharedArray<E extends Element>(element: E, length: number): ElementArray[E] {
  const buffer = new SharedArrayBuffer(length * elementBytes[element]);
  return viewOf(element, buffer);
}

/** A typed view of the buffer, whose length is a multiple of the element's. */
export function viewOf<E extends Element>(element: E, buffer: SharedArrayBuffer): ElementArray[E] {
  return views[element](buffer);
}
