import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTruth } from './read-truth.ts';

describe('a truth file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'truth-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const read = async (content: unknown) => {
    const file = path.join(folder, 'truth.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readTruth(file);
  };

  it('names files relative to its own folder, and one value or several', async () => {
    const document = {
      id: 7,
      images: ['7/front.jpg'],
      fields: { lastName: ['MÜLLER', 'MUELLER'], sex: 'F', curp: null },
    };
    const truth = await read({ note: 'ignored', documents: [document] });
    expect(truth).toEqual({
      documents: [
        {
          id: '7',
          images: [path.join(folder, '7/front.jpg')],
          fields: { lastName: ['MÜLLER', 'MUELLER'], sex: ['F'], curp: null },
        },
      ],
      pairs: [],
      liveness: [],
    });
  });

  it('gives a case without an id its place', async () => {
    const pair = { a: 'a.jpg', b: 'b.jpg', same: true };
    const film = { images: ['0.jpg', '1.jpg'], steps: ['left'], at: [0, 300], genuine: false };
    const { pairs, liveness } = await read({ pairs: [pair, pair], liveness: [film] });
    expect(pairs.map(({ id }) => id)).toEqual(['pairs-1', 'pairs-2']);
    expect(liveness[0]).toMatchObject({ id: 'liveness-1', steps: ['left'], at: [0, 300], genuine: false });
  });

  it.each([
    ['nonsense', 'must be JSON'],
    [[], 'the file: must be a JSON object, not []'],
    [{}, 'must list documents, pairs or liveness, and lists none'],
    [{ documents: 5 }, 'documents: must be a list, not 5'],
    [
      { documents: [{ images: [] }] },
      'documents[0].images: must be a list of at least one file name, not []',
    ],
    [{ documents: [{ images: [1] }] }, 'documents[0].images: must be a file name, not 1'],
    [
      { documents: [{ images: ['a'], fields: { sex: 4 } }] },
      'documents[0].fields.sex: must be a text, a list of texts, or null, not 4',
    ],
    [{ pairs: [{ a: 'a', b: 'b' }] }, 'pairs[0].same: must be true or false, not absent'],
    [
      { liveness: [{ images: ['a'], genuine: true, steps: ['down'] }] },
      'liveness[0].steps: must be a list of left, right, up, closer, back, not "down"',
    ],
    [
      { liveness: [{ images: ['a'], genuine: true, at: [1, 2] }] },
      'liveness[0].at: must be one number of milliseconds for each image, not [1,2]',
    ],
  ])('is refused for %j', async (content, message) => {
    await expect(read(content)).rejects.toThrow(message);
  });

  it('is refused where it is not there', async () => {
    await expect(readTruth('/nowhere/truth.json')).rejects.toThrow(
      '--truth: must be a file that can be read, not /nowhere/truth.json',
    );
  });
});
