import { describe, expect, it } from 'vitest';
import { parseUploadMedia, Problem, uploadContexts } from '../src/index.ts';
import { mediaContexts, serviceContexts, unjudgedContexts, videoContexts } from '../src/media.ts';
import { codesIn, entry, examples, quoted, table } from './contract-text.ts';
import { code, outcome } from './outcome.ts';

const image = { context: 'face', content: 'iVBORw0KGgo=' };
const rows = [
  {
    member: '`image`',
    refused: [
      [{}, '400/1403'],
      [{ image: null }, '400/1403'],
      [{ image: 'x' }, '400/1104'],
      [{ image: [] }, '400/1104'],
    ],
  },
  {
    member: '`image.context`',
    refused: [
      [{ image: { content: 'x' } }, '400/1403'],
      [{ image: { ...image, context: null } }, '400/1403'],
      [{ image: { ...image, context: ' ' } }, '400/1403'],
      [{ image: { ...image, context: 'Face' } }, '400/1402'],
      [{ image: { ...image, context: 'face-cropped' } }, '400/1402'],
      [{ image: { ...image, context: 'selfid_video' } }, '400/1402'],
      [{ image: { ...image, context: 5 } }, '400/1402'],
    ],
  },
  {
    member: '`image.content`',
    refused: [
      [{ image: { context: 'face' } }, '400/1403'],
      [{ image: { context: 'face', content: null } }, '400/1403'],
      [{ image: { context: 'face', content: 7 } }, '400/1401'],
      [{ image: { context: 'face', content: ['x'] } }, '400/1401'],
    ],
  },
  {
    member: '`image.timestamp`',
    refused: [
      [{ image: { ...image, timestamp: 1795168800 } }, '400/1104'],
      [{ image: { ...image, timestamp: '2026-11-20' } }, '400/1202'],
      [{ image: { ...image, timestamp: '2026-11-20T10:01Z' } }, '400/1202'],
      [{ image: { ...image, timestamp: '2026-11-20T10:01:55' } }, '400/1202'],
      [{ image: { ...image, timestamp: '2026-02-30T10:01:55Z' } }, '400/1202'],
      [{ image: { ...image, timestamp: '2026-11-20T24:01:55Z' } }, '400/1202'],
    ],
  },
] as const;

describe('POST …/media, the table of A-36', () => {
  it.each(rows)('$member is refused with the codes of its row', ({ member, refused }) => {
    for (const [body, expected] of refused) {
      const answer = code(() => parseUploadMedia(body));
      expect(`${JSON.stringify(body)} ${answer}`).toBe(`${JSON.stringify(body)} ${expected}`);
    }
    const violation = table('A-36').find(([cell]) => cell === member)?.[2] ?? '';
    expect([...new Set(refused.map(([, expected]) => expected))]).toEqual(codesIn(violation));
  });

  it.each([
    '2026-11-20T10:01:55Z',
    '2016-05-19T08:30:25.597Z',
    '1999-12-31T23:59:59.1+02:00',
    '2026-11-20T10:01:55-0330',
    '2026-11-20T10:01:55,5+02',
  ])('takes the timestamp %s', (timestamp) => {
    expect(parseUploadMedia({ image: { ...image, timestamp } })).toEqual({ context: 'face', timestamp });
  });

  it('reads the example of the contract', () => {
    expect(parseUploadMedia(examples('A-36')[0])).toEqual({
      context: 'document-front',
      timestamp: '2026-11-20T10:01:55.120Z',
    });
  });

  it('judges the content between context and timestamp', () => {
    const refuse = () => {
      throw new Problem('image-not-base64');
    };
    const bad = { context: 'nose', content: '-', timestamp: 'x' };
    expect(outcome(() => parseUploadMedia({ image: bad }, refuse))).toBe('400/1402');
    expect(outcome(() => parseUploadMedia({ image: { ...bad, context: 'face' } }, refuse))).toBe('400/1401');
    expect(outcome(() => parseUploadMedia({ image: { ...bad, context: 'face' } }))).toBe(
      '400/1202 image.timestamp',
    );
  });
});

describe('image contexts, A-35', () => {
  const listed = table('A-35').flatMap(([cell = '', upload = '']) =>
    quoted(cell).map((name) => [name, upload]),
  );

  it('names the contexts of the contract', () => {
    expect([...uploadContexts]).toEqual(
      listed.filter(([, upload]) => upload === 'yes').map(([name]) => name),
    );
    expect([...unjudgedContexts].sort()).toEqual(
      listed
        .filter(([, upload]) => upload === 'not judged')
        .map(([name]) => name)
        .sort(),
    );
    expect([...serviceContexts]).toEqual(
      listed.filter(([, upload]) => upload === 'no').map(([name]) => name),
    );
    const videos = entry('A-35').split('Video contexts occur only in lists:')[1]?.split('. ')[0] ?? '';
    expect([...videoContexts]).toEqual(quoted(videos));
  });

  it.each(mediaContexts)('accepts %s for upload only if the contract lists it', (context) => {
    const answer = outcome(() => parseUploadMedia({ image: { ...image, context } }));
    expect(answer).toBe((uploadContexts as readonly string[]).includes(context) ? 'accepted' : '400/1402');
  });
});
