import { grotesque } from './outlines-grotesque.ts';
import { grotesqueNarrow } from './outlines-grotesque-narrow.ts';
import { grotesqueNarrowBold } from './outlines-grotesque-narrow-bold.ts';
import { humanist } from './outlines-humanist.ts';
import { humanistBold } from './outlines-humanist-bold.ts';
import { humanistNarrowBold } from './outlines-humanist-narrow-bold.ts';
import { mono } from './outlines-mono.ts';
import { sans } from './outlines-sans.ts';
import { sansBold } from './outlines-sans-bold.ts';
import { sansNarrow } from './outlines-sans-narrow.ts';
import { serif } from './outlines-serif.ts';
import { serifNarrowBold } from './outlines-serif-narrow-bold.ts';
import { slab } from './outlines-slab.ts';
import { slabBold } from './outlines-slab-bold.ts';
import type { OutlineTable } from './outline-table.ts';

/** Typefaces in which documents are set, in several widths and weights. */
export const faces = {
  grotesque,
  grotesqueNarrow,
  grotesqueNarrowBold,
  humanist,
  humanistBold,
  humanistNarrowBold,
  mono,
  sans,
  sansBold,
  sansNarrow,
  serif,
  serifNarrowBold,
  slab,
  slabBold,
} satisfies Record<string, OutlineTable>;

/** One of `faces`. */
export type Face = keyof typeof faces;
