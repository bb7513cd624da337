// Writes src/text/outlines-*.ts from the Debian packages fonts-ocr-b, fonts-dejavu-core, fonts-dejavu-extra, fonts-open-sans,
// fonts-roboto-unhinted, fonts-roboto-slab, fonts-droid-fallback, fonts-nanum, fonts-lohit-deva and
// fonts-arundina (see fonts/NOTICE.md).
// Usage: node tools/run-ts.mjs packages/specimens/tools/extract-outlines.ts [NAME…]
// writes the tables of these names only, such as `scripts`; by default all.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cffPaths } from './cff-outlines.ts';
import { openFont, trueTypePath } from './truetype-outlines.ts';

const target = path.resolve('packages/specimens/src/text');
const mrzCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<';
const textCharacters = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)),
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index)),
  ...Array.from({ length: 128 }, (_, index) => String.fromCharCode(0x100 + index)),
  'ȘșȚț–—‘’“”•…€№',
].join('');

interface Source {
  name: string;
  out: string;
  parts: readonly Part[];
  /** Outlines are rounded to so many units; default the first font's own. */
  unitsPerEm?: number;
}

/** The characters that are taken from one font. */
interface Part {
  file: string;
  characters: string;
}

/**
 * Characters of the names that specimens print in other scripts. Arabic ones are the forms that letters have in these names, because no
 * text is shaped here.
 */
const scriptParts: readonly Part[] = [
  {
    file: 'truetype/dejavu/DejaVuSans-Bold.ttf',
    characters: [
      ...Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x410 + index)),
      ...Array.from({ length: 25 }, (_, index) => String.fromCharCode(0x391 + index)).filter(
        (one) => one !== '\u03a2',
      ),
      'ІЇЄҐЈЎ',
      '\ufea9\ufe8d\ufeaa\ufea3\ufe93\ufead\ufe8e\ufeb3',
      'ბერიძენო',
      'ՍԱՐՅՆ',
      'כהןשר',
    ].join(''),
  },
  { file: 'truetype/droid/DroidSansFallbackFull.ttf', characters: '王芳サトウハナ' },
  { file: 'truetype/nanum/NanumGothicBold.ttf', characters: '김지우' },
  { file: 'truetype/lohit-devanagari/Lohit-Devanagari.ttf', characters: 'कमलता' },
  { file: 'truetype/arundina/ArundinaSans-Bold.ttf', characters: 'มานะดร' },
];

/** Faces of families of documents: smaller print, so that coarser outlines do. */
const familyFaces = [
  ['serif', 'truetype/dejavu/DejaVuSerif.ttf'],
  ['serif-narrow-bold', 'truetype/dejavu/DejaVuSerifCondensed-Bold.ttf'],
  ['sans-narrow', 'truetype/dejavu/DejaVuSansCondensed.ttf'],
  ['mono', 'truetype/dejavu/DejaVuSansMono.ttf'],
  ['grotesque', 'truetype/roboto/unhinted/RobotoTTF/Roboto-Medium.ttf'],
  ['grotesque-narrow', 'truetype/roboto/unhinted/RobotoCondensed-Regular.ttf'],
  ['grotesque-narrow-bold', 'truetype/roboto/unhinted/RobotoCondensed-Bold.ttf'],
  ['humanist', 'truetype/open-sans/OpenSans-Regular.ttf'],
  ['humanist-bold', 'truetype/open-sans/OpenSans-Semibold.ttf'],
  ['humanist-narrow-bold', 'truetype/open-sans/OpenSans-CondBold.ttf'],
  ['slab', 'opentype/roboto/slab/RobotoSlab-Regular.otf'],
  ['slab-bold', 'opentype/roboto/slab/RobotoSlab-Bold.otf'],
] as const;

const camel = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const fonts: Source[] = [
  {
    name: 'ocrB',
    out: 'outlines-ocr-b.ts',
    parts: [{ file: 'opentype/ocr-b/OCRB.otf', characters: mrzCharacters }],
  },
  {
    name: 'sans',
    out: 'outlines-sans.ts',
    parts: [{ file: 'truetype/dejavu/DejaVuSans.ttf', characters: textCharacters }],
  },
  {
    name: 'sansBold',
    out: 'outlines-sans-bold.ts',
    parts: [{ file: 'truetype/dejavu/DejaVuSans-Bold.ttf', characters: textCharacters }],
  },
  { name: 'scripts', out: 'outlines-scripts.ts', parts: scriptParts, unitsPerEm: 512 },
  ...familyFaces.map(([name, file]) => ({
    name: camel(name),
    out: `outlines-${name}.ts`,
    parts: [{ file, characters: textCharacters }],
    unitsPerEm: 512,
  })),
];

/** Lines of a table for the characters that a font has, and the font's units and digest. */
function rowsOf({ file, characters }: Part, unitsPerEm: number | undefined) {
  const bytes = readFileSync(path.join('/usr/share/fonts', file));
  const font = openFont(bytes);
  const units = unitsPerEm ?? font.unitsPerEm;
  const scaled = (value: number) => Math.round((value * units) / font.unitsPerEm);
  const rounded = (outline: string) =>
    unitsPerEm === undefined
      ? outline
      : outline.replaceAll(/-?\d+(?:\.\d+)?/g, (value) => String(scaled(Number(value))));
  const outlineOf = font.tables.has('CFF ') ? cffPaths(font) : (glyph: number) => trueTypePath(font, glyph);
  const rows = [...new Set(characters)].flatMap((character) => {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === 0) return [];
    return [
      `    ${JSON.stringify(character)}: [${unitsPerEm === undefined ? font.advanceOf(glyph) : scaled(font.advanceOf(glyph))}, ${JSON.stringify(rounded(outlineOf(glyph)))}],`,
    ];
  });
  const digest = createHash('sha256').update(bytes).digest('hex');
  return { rows, units, source: `${path.basename(file)}, SHA-256 ${digest}` };
}

const wanted = new Set(process.argv.slice(2));

for (const { name, out, parts, unitsPerEm } of fonts) {
  if (wanted.size > 0 && !wanted.has(name)) continue;
  const read = parts.map((part) => rowsOf(part, unitsPerEm));
  const rows = read.flatMap((part) => part.rows);
  const units = read[0]?.units;
  const sources = read.map(({ source }) => source).join('; ');
  writeFileSync(
    path.join(target, out),
    `import type { OutlineTable } from './outline-table.ts';\n\n` +
      `// Made by tools/extract-outlines.ts from ${sources}. See fonts/NOTICE.md.\n\n` +
      `/** Glyph outlines: advance and SVG path in font units. */\n// prettier-ignore\nexport const ${name}: OutlineTable = {\n  unitsPerEm: ${units},\n  glyphs: {\n${rows.join('\n')}\n  },\n};\n`,
  );
  console.log(`${out}: ${rows.length} glyphs`);
}
