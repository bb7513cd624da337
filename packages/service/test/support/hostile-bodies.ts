/** Bodies that cost their reader the most for their size: each is sent as it is. */
export interface HostileBody {
  name: string;
  bytes: Buffer;
  /** Sent in chunks of this size, each a chunk of its own on the wire; `null`: whole. */
  pieces: number | null;
}

const mebibyte = 1_048_576;
/** Chunks of a body in chunks: about ten times what one read of a socket brings. */
const inChunks = 60_000;

function filled(open: string, unit: string, close: string, size = mebibyte): string {
  return open + unit.repeat(Math.floor((size - open.length - close.length) / unit.length)) + close;
}

/** A list of the unit, as long as a body may be. */
const list = (unit: string): string => filled('[', `${unit},`, `${unit}]`);

function members(nameOf: (at: number) => string, value = '1'): string {
  const parts: string[] = [];
  for (let at = 0, length = 2; length < mebibyte - 100; at += 1) {
    const part = `"${nameOf(at)}":${value}`;
    parts.push(part);
    length += part.length + 1;
  }
  return `{${parts.join(',')}}`;
}

const deep = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

const inText = (unit: string, size = mebibyte): string =>
  filled('{"verification":{"vendorData":"', unit, '"}}', size);

/** Up to 1 MiB, for every route but media. */
export const hostileJson: HostileBody[] = Object.entries({
  'empty arrays': list('[]'),
  'empty objects': list('{}'),
  'empty texts': list('""'),
  'short texts': list('"a"'),
  'short numbers': list('1'),
  'negative zeros': list('-0'),
  exponents: list('1e5'),
  words: list('true'),
  'small objects': list('{"a":1}'),
  'objects of one name each': `[${Array.from({ length: 70_000 }, (_, at) => `{"k${at}":1}`).join(',')}]`,
  'many members': members((at) => at.toString(36)),
  'members named by numbers': members(String),
  'members named by numbers far apart': members((at) => String(at * 65_536)),
  'members whose numbers collide': members((at) => String(at * 2 ** 18)),
  'members named by negative numbers': members((at) => `-${at}`),
  'escaped names': members((at) => `\\u00${(33 + (at % 94)).toString(16).padStart(2, '0')}${at}`),
  'one name again and again': members(() => 'a'),
  'one name in other spellings': members((at) => (at % 2 === 0 ? 'a' : '\\u0061')),
  '__proto__ again and again': members(() => '__proto__', '{}'),
  'long names that differ at the end': members((at) => `${'n'.repeat(1000)}${at}`),
  '32 levels again and again': list(deep('[', ']', 31)),
  '32 levels of objects again and again': list(deep('{"a":', '}', 31)),
  '33 levels': deep('[', ']', 33),
  'a million levels': '['.repeat(mebibyte),
  'two hundred thousand levels of objects': '{"a":'.repeat(209_000),
  'closing brackets only': ']'.repeat(mebibyte),
  'colons only': ':'.repeat(mebibyte),
  'commas only': ','.repeat(mebibyte),
  'quotes only': '"'.repeat(mebibyte),
  'backslashes only': `"${'\\'.repeat(mebibyte - 1)}`,
  'escaped slashes': inText('\\/'),
  'escaped quotes': inText('\\"'),
  'escaped backslashes': inText('\\\\'),
  'escaped letters': inText('\\u0041'),
  'escaped pairs': inText('\\ud83d\\ude00'),
  'halves of pairs': inText('\\ud83d'),
  'escaped U+0000': inText('\\u0000'),
  'escaped controls': inText('\\u001f'),
  'unknown escapes': inText('\\x'),
  'a text without end': `{"a":"${'a'.repeat(mebibyte - 10)}`,
  'two-byte characters': inText('é', mebibyte / 2),
  'four-byte characters': inText('😀', mebibyte / 2),
  'one wide character at the end': filled('{"a":"', 'a', '😀"}', mebibyte - 4),
  'a million digits': filled('[', '9', ']'),
  'a million decimals': filled('[0.', '1', ']'),
  'a million digits of exponent': filled('[1e', '9', ']'),
  'long numbers': list(`1${'0'.repeat(300)}.5e-300`),
  'a flood of blanks': filled('', ' ', '{}'),
  'a flood of line ends': filled('{', '\r\n', '}'),
  'blanks between tokens': list('   1   '),
  'a long name to trim': inText(' '),
  'a long address': filled('{"verification":{"callback":"https://a.example/', 'a', '"}}'),
  'a long address of dots': filled('{"verification":{"callback":"https://a.', 'a.', 'example/"}}'),
  'a long address with an at sign': filled('{"verification":{"callback":"https://', 'a', '@b.example/"}}'),
  'a long number to check': filled(
    '{"verification":{"person":{"firstName":"A","lastName":"B","idNumber":"',
    '- ',
    '1"}}}',
  ),
  'a long date': filled(
    '{"verification":{"person":{"firstName":"A","lastName":"B","dateOfBirth":"',
    '1',
    '"}}}',
  ),
  'many consents': filled(
    '{"verification":{"consents":[',
    '{"type":"ine","approved":true},',
    '{}]}}',
    300_000,
  ),
})
  .map(([name, text]): HostileBody => ({ name, bytes: Buffer.from(text), pieces: null }))
  .concat([
    { name: 'invalid UTF-8', bytes: Buffer.alloc(mebibyte, 0xff), pieces: null },
    { name: 'UTF-8 cut off', bytes: Buffer.alloc(mebibyte, Buffer.from('e282', 'hex')), pieces: null },
    { name: 'encoded surrogates', bytes: Buffer.alloc(mebibyte, Buffer.from('eda080', 'hex')), pieces: null },
    { name: 'zeros', bytes: Buffer.alloc(mebibyte), pieces: null },
    { name: 'a body in chunks of one byte', bytes: Buffer.from(inText('a', inChunks)), pieces: 1 },
    { name: 'escapes in chunks of one byte', bytes: Buffer.from(inText('\\u0041', inChunks)), pieces: 1 },
  ]);

const media = (content: string, rest = ''): string =>
  `{"image":{"context":"face","content":"${content}"${rest}}}`;
/** Enough to show what a piece of it costs; where the whole matters it is larger. */
const most = 2 * mebibyte;
const mediaOf = (unit: string, size = most): string => media(unit.repeat(Math.floor(size / unit.length)));
const file = (start: string, unit: string): string =>
  media(
    Buffer.concat([
      Buffer.from(start, 'hex'),
      Buffer.alloc(1.5 * mebibyte, Buffer.from(unit, 'hex')),
    ]).toString('base64'),
  );

/** For the media route. */
export const hostileMedia: HostileBody[] = Object.entries({
  'plain base64': mediaOf('iVBORw0K'),
  'escaped slashes in all of 32 MiB': mediaOf('\\/', 31 * mebibyte),
  'escaped letters in content': mediaOf('\\u0041'),
  'escaped slashes as numbers': mediaOf('\\u002f'),
  'alternating escapes': mediaOf('A\\/B\\u0043'),
  'line ends in content': mediaOf('iVBORw0K\\r\\n'),
  'escaped line ends only': mediaOf('\\n'),
  'blanks only': mediaOf(' '),
  'wide blanks only': mediaOf('\u00a0'),
  'blanks behind': media(`iVBORw0K${' '.repeat(most)}`),
  'equals signs only': mediaOf('='),
  'raw controls': mediaOf('\u0001'),
  'four-byte characters in content': mediaOf('😀'),
  'escaped pairs in content': mediaOf('\\ud83d\\ude00'),
  'half pairs in content': mediaOf('\\ud83d'),
  'escaped quotes in content': mediaOf('\\"'),
  'escaped backslashes in content': mediaOf('\\\\'),
  'escapes that end inside': mediaOf('\\u00'),
  'a data URI without end': media(`data:image/${'a'.repeat(most)}`),
  'a second content': media('QQ==', `,"content":"${'A'.repeat(most)}"`),
  'a large skeleton of arrays': `{"image":{"context":"face","content":"QQ=="},"x":[${'[],'.repeat(5_000_000)}[]]}`,
  'a large skeleton of members': `{"x":{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":1`).join(',')}}}`,
  'a large skeleton of text': `{"x":"${'a'.repeat(most)}"}`,
  'a large skeleton of escapes': `{"x":"${'\\u0041'.repeat(300_000)}"}`,
  'a large name': `{"${'image'.repeat(400_000)}":1}`,
  'levels in a media body': '['.repeat(most),
  'many contents elsewhere': `[${'{"image":{"content":"QQ=="}},'.repeat(60_000)}1]`,
  'a JPEG of small segments': file('ffd8', 'ffe10002'),
  'a JPEG of fill bytes': file('ffd8ffe00002', 'ff'),
  'a JPEG of stuffed bytes': file('ffd8ffda0002', 'ff00'),
  'a JPEG of restarts': file('ffd8ffda0002', 'ffd0'),
  'a JPEG of scans': file('ffd8', 'ffda0002'),
  'JPEGs behind a JPEG': file('ffd8ffd9', 'ffd8ffd9'),
  'a PNG of empty chunks': file('89504e470d0a1a0a', '000000007445587400000000'),
  'a film of empty boxes behind a JPEG': file('ffd8ffd90000000866747970', '0000000866726565'),
})
  .map(([name, text]): HostileBody => ({ name, bytes: Buffer.from(text), pieces: null }))
  .concat([
    { name: 'content in chunks of one byte', bytes: Buffer.from(mediaOf('iVBORw0K', inChunks)), pieces: 1 },
    { name: 'escapes in chunks of one byte', bytes: Buffer.from(mediaOf('\\u0041', inChunks)), pieces: 1 },
    {
      name: 'escapes in chunks of seven bytes',
      bytes: Buffer.from(mediaOf('\\u0041', inChunks)),
      pieces: 7,
    },
    { name: 'invalid UTF-8 in content', bytes: Buffer.from(mediaOf('\xff'), 'latin1'), pieces: null },
  ]);
