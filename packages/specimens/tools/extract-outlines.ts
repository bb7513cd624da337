// Writes src/text/outlines-*.ts from the Debian packages fonts-ocr-b and fonts-dejavu-core (see fonts/NOTICE.md).
// Usage: node tools/run-ts.mjs packages/specimens/tools/extract-outlines.ts
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

const fonts = [
  { name: 'ocrB', out: 'outlines-ocr-b.ts', file: 'opentype/ocr-b/OCRB.otf', characters: mrzCharacters },
  {
    name: 'sans',
    out: 'outlines-sans.ts',
    file: 'truetype/dejavu/DejaVuSans.ttf',
    characters: textCharacters,
  },
  {
    name: 'sansBold',
    out: 'outlines-sans-bold.ts',
    file: 'truetype/dejavu/DejaVuSans-Bold.ttf',
    characters: textCharacters,
  },
];

for (const { name, out, file, characters } of fonts) {
  const bytes = readFileSync(path.join('/usr/share/fonts', file));
  const font = openFont(bytes);
  const outlineOf = font.tables.has('CFF ') ? cffPaths(font) : (glyph: number) => trueTypePath(font, glyph);
  const rows = Array.from(characters).flatMap((character) => {
    const glyph = font.glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === 0) return [];
    return [
      `    ${JSON.stringify(character)}: [${font.advanceOf(glyph)}, ${JSON.stringify(outlineOf(glyph))}],`,
    ];
  });
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(
    path.join(target, out),
    `import type { OutlineTable } from './write-text.ts';\n\n` +
      `// Made by tools/extract-outlines.ts from ${path.basename(file)}, SHA-256 ${digest}. See fonts/NOTICE.md.\n\n` +
      `/** Glyph outlines: advance and SVG path in font units. */\n// prettier-ignore\nexport const ${name}: OutlineTable = {\n  unitsPerEm: ${font.unitsPerEm},\n  glyphs: {\n${rows.join('\n')}\n  },\n};\n`,
  );
  console.log(`${out}: ${rows.length} glyphs`);
}
