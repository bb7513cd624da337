import { expect, it } from 'vitest';
import { hmacHex } from '../../src/signing/hmac.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { isNightly } from '../support/engines.ts';
import { pngOfSize } from '../support/png-of-size.ts';
import { openFilesBelow, openRaw } from '../support/raw-connection.ts';

/** Larger than what sockets and kernel hold: the answer cannot be finished while the client does not read. */
const pictureBytes = 3 * 1024 * 1024;
/** Of four downloads each. */
const rounds = isNightly ? 50 : 5;

describeApiOnce('an aborted download (S23, I14)', (given) => {
  const upload = async () => {
    const { client } = given;
    const bytes = pngOfSize(pictureBytes);
    const answer = await client.upload(await client.createSession(), {
      context: 'face',
      content: bytes.toString('base64'),
    });
    expect(answer.status).toBe(200);
    return answer.json.image.id;
  };

  const requestOf = (mediaId: string) =>
    `GET /v1/media/${mediaId} HTTP/1.1\r\nHost: x\r\nX-AUTH-CLIENT: ${given.client.apiKey}\r\n` +
    `X-HMAC-SIGNATURE: ${hmacHex(given.client.secret, mediaId)}\r\n\r\n`;

  /** Asks for the medium and goes away: at once, a moment later, or when the first bytes of the answer are there. */
  const abort = (mediaId: string, when: 'at once' | 'before the headers' | 'inside the body') =>
    new Promise<void>((resolve) => {
      const { socket } = openRaw(given.api.port);
      socket.on('close', () => resolve());
      socket.on('connect', () => {
        socket.write(requestOf(mediaId));
        if (when === 'at once') socket.destroySoon();
        if (when === 'before the headers') setTimeout(() => socket.resetAndDestroy(), 5);
      });
      if (when === 'inside the body') socket.once('data', () => socket.destroy());
    });

  it('many of them leave no descriptor open, without the garbage collector', async () => {
    const mediaId = await upload();
    const { config, metrics } = given.api.ctx;
    const connections = async () => (await metrics.connections.get()).values[0]?.value ?? 0;
    const open = async () => [...openFilesBelow(config.dataDir), await connections()];
    const before = await connections();
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    const kinds = ['at once', 'before the headers', 'inside the body'] as const;
    for (let round = 0; round < rounds; round += 1)
      await Promise.all([0, 1, 2, 3].map((n) => abort(mediaId, kinds[(round + n) % 3] ?? 'at once')));
    await expect.poll(open, { timeout: 20_000 }).toEqual([before]);
    process.off('warning', note);
    expect(warnings.filter((text) => text.includes('garbage collection'))).toEqual([]);
  });

  it('does not disturb the next one: a whole download still gets every byte', async () => {
    const mediaId = await upload();
    await Promise.all(['inside the body', 'at once'].map((when) => abort(mediaId, when as 'at once')));
    const answer = await given.client.call({ path: `/media/${mediaId}` });
    expect([answer.status, answer.bytes.length]).toEqual([200, pictureBytes]);
  });
});
