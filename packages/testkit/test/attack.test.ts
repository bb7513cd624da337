import http from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { assignIntegration, inviteFirst } from '@countersign/service';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loopbackAddress } from '../src/attack/address.ts';
import { type AttackCase, play, request } from '../src/attack/attack-case.ts';
import { allCases } from '../src/attack/cases/all.ts';
import { scanBomb } from '../src/attack/pictures/jpeg.ts';
import { blackPng } from '../src/attack/pictures/png.ts';
import { runCase, runCases } from '../src/attack/run-cases.ts';
import { sign } from '../src/attack/request.ts';
import { portalPeople } from '../src/attack/portal-people.ts';
import { belongingsOf, type Target } from '../src/attack/target.ts';
import type { TestService } from '../src/index.ts';
import { startQuickService } from './support/quick-database.ts';

const cases = allCases({ requests: 22, seed: 1 });

/** Cases that hold on every release, take milliseconds, and stand for their groups. */
const quick = [
  'a creation and a second request behind it',
  'a lone low surrogate',
  'a preflight never allows credentials',
  'a submission that names another session',
  'an absolute address of another host',
  'an unknown key',
  'flow: SQL as bearer',
  'flow: a part beyond the end',
  'flow: a part to an upload of another page',
  'flow: entering from another origin',
  'flow: submitting before the start',
  'fuzzed: members of the body',
  'the key twice, equal',
  'the prefix in upper case',
  'token: a changed signature',
  'token: alg none without a signature',
  'upload: content twice after unescaping',
  'uploaded: PNG of 14,000 × 14,000',
  'uploaded: SVG',
];
const quickGroups = (one: AttackCase) =>
  quick.includes(one.name) ||
  one.group === 'portal' ||
  one.name.startsWith('feedback: ') ||
  (one.group === 'tenants' && /stranger's identifier|wrong kind/.test(one.name));

describe('the attack on a running service', () => {
  let service: TestService;
  let target: Target;

  beforeAll(async () => {
    service = await startQuickService();
    const [owner, stranger, reporting] = await Promise.all([
      service.integrate(),
      service.integrate(),
      service.integrate({ settings: { fraudReports: true } }),
    ]);
    const address = await loopbackAddress(service.url);
    const credentials = ({ apiKey, secret }: typeof owner) => ({ apiKey, sharedSecret: secret });
    target = {
      address,
      owner: credentials(owner),
      tenants: { stranger: credentials(stranger), reporting: credentials(reporting) },
      owned: await belongingsOf(address, credentials(owner), { decided: false }),
      foreign: await belongingsOf(address, credentials(stranger), { decided: false }),
      portal: await portalPeople(address, {
        invite: async (who, organisation) => {
          const { integrationId } = { owner, stranger }[who];
          const email = `${who}@example.com`;
          const invitation = { email, organisation, role: 'owner', reveal: false, actor: 'cli' } as const;
          const { url } = await inviteFirst(service.ctx)(invitation);
          await assignIntegration(service.ctx)({ integrationId, organisation, actor: 'cli' });
          return { url, integrationId };
        },
      }),
      gauges: null,
    };
  });
  afterAll(async () => {
    await target?.portal?.provider.close();
    await service.close();
  });

  it('holds on a healthy service: authentication, other tenants, bodies, pictures, links, the portal, fuzz (S01, S02, S05)', async () => {
    const selected = cases.filter(quickGroups);
    expect(selected.length).toBeGreaterThanOrEqual(40);
    const results = await runCases(selected, target);
    expect(results.filter(({ outcome }) => outcome !== 'held')).toEqual([]);
  });

  it('reports what a case needs and the target does not have', async () => {
    const one = cases.find(({ needs = [] }) => needs.includes('deleting'))!;
    expect(await runCase(one, target)).toMatchObject({ outcome: 'not run', reasons: ['needs deleting'] });
  });
});

/** A server with planted defects: answers everything with `status`, and has a health probe. */
async function startFake(listener: http.RequestListener): Promise<{ target: Target; server: http.Server }> {
  const server = http.createServer((incoming, response) => {
    if (incoming.url === '/healthz') response.end('ok');
    else listener(incoming, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, target: fakeTarget((server.address() as AddressInfo).port) };
}

const things = {
  sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
  attemptId: 'c0d7be2a-fe2d-4ccd-ac6b-6598bf192776',
  mediaId: 'e5036051-1d5e-479b-b823-4f603677cd7e',
  token: 'a.b.c',
};

const fakeTarget = (port: number): Target => ({
  address: { host: '127.0.0.1', port },
  owner: {
    apiKey: '4035a272-e794-4aa5-8a02-4f31a76092a2',
    sharedSecret: 'csk_example_4f1d7a2c9b6e83051c47d0a9',
  },
  tenants: {},
  owned: things,
  foreign: null,
  portal: null,
  gauges: null,
});

const named = (name: string): AttackCase => cases.find((one) => one.name === name)!;

describe('the judge', () => {
  it('fails a service that accepts what has no signature (H01)', async () => {
    const { server, target } = await startFake((_incoming, response) => response.end('{"status":"success"}'));
    const result = await runCase(named('get-decision: no signature'), target);
    server.close();
    expect(result).toMatchObject({
      outcome: 'failed',
      reasons: ['status 200, expected 401', 'code none, expected 1815'],
    });
  });

  it('fails a service that breaks, whatever else the case allows', async () => {
    const { server, target } = await startFake((_incoming, response) => response.writeHead(500).end());
    const result = await runCase(named('a very small number'), target);
    server.close();
    expect(result.reasons).toContain('answered 500');
  });

  it('fails a service that refuses without Retry-After', async () => {
    const { server, target } = await startFake((_incoming, response) => response.writeHead(503).end());
    const one: AttackCase = {
      group: 'limits',
      name: 'planted',
      holds: { status: [503], retryAfter: true },
      attack: request(() => ({ target: '/x' })),
    };
    const result = await runCase(one, target);
    server.close();
    expect(result.reasons).toEqual(['503 without Retry-After']);
  });

  it('fails a fuzzed service at its first answer of 500, and names the request', async () => {
    const { server, target } = await startFake((_incoming, response) => {
      response.setHeader('content-type', 'application/json');
      if (
        _incoming.method === 'POST' &&
        _incoming.url === '/v1/sessions' &&
        _incoming.headers['x-hmac-signature'] !== undefined
      )
        response
          .writeHead(201)
          .end(JSON.stringify({ verification: { id: things.sessionId, sessionToken: 'x' } }));
      else response.writeHead(500).end();
    });
    const result = await runCase(named('fuzzed: members of the body'), target);
    server.close();
    expect(result.outcome).toBe('failed');
    expect(result.reasons[0]).toMatch(/^\d of 2 \(seed 100\): request \d to [a-z-]+: 500/);
  });

  const watched: AttackCase = {
    group: 'connections',
    name: 'planted',
    holds: { status: [408], goneMs: 1_000 },
    attack: play(() => [{ send: 'GET ' }, { answers: 1 }, { ended: true }], { limitMs: 2_000 }),
  };

  /** Answers 408 and ends its own side; `destroys`: also the client's. */
  async function startHalfOpen(destroys: boolean): Promise<{ target: Target; server: net.Server }> {
    const server = net.createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => {});
      socket.once('data', (data: Buffer) => {
        const status = data.toString().startsWith('GET /healthz') ? '200 OK' : '408 Request Timeout';
        socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
        if (destroys) setTimeout(() => socket.destroy(), 50);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, target: fakeTarget((server.address() as AddressInfo).port) };
  }

  it('fails a service that keeps a timed-out connection half open (item 1)', async () => {
    const { server, target } = await startHalfOpen(false);
    const result = await runCase(watched, target);
    server.close();
    expect(result.reasons[0]).toMatch(
      /^connection still held after 2\d{3} ms, expected its end within 1000 ms$/,
    );
  });

  it('accepts a service that ends a timed-out connection on both sides', async () => {
    const { server, target } = await startHalfOpen(true);
    const result = await runCase(watched, target);
    server.close();
    expect(result.reasons).toEqual([]);
  });

  it('fails a service that is gone afterwards', async () => {
    const { server, target } = await startFake((_incoming, response) => response.end());
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await runCase(named('a very small number'), target)).reasons).toEqual([
      'no answer',
      'the service did not answer /healthz afterwards',
    ]);
  });
});

describe('the target of an attack', () => {
  it.each([
    'http://192.0.2.1/',
    'http://[2001:db8::1]/',
    'http://0.0.0.0:8080/',
    'http://10.0.0.1/',
    'http://3221225985/',
  ])('is refused when it is not loopback: %s', async (url) => {
    await expect(loopbackAddress(url)).rejects.toThrow(/must be a loopback address/);
  });

  it.each([
    ['http://127.0.0.1:8080/', '127.0.0.1', 8080],
    ['http://2130706433/', '127.0.0.1', 80],
    ['http://[::1]:9/', '::1', 9],
    ['http://127.9.9.9:1/', '127.9.9.9', 1],
  ])('is accepted on loopback: %s', async (url, host, port) => {
    expect(await loopbackAddress(url)).toEqual({ host, port });
  });

  it('is refused without plain HTTP', async () => {
    await expect(loopbackAddress('ftp://127.0.0.1/')).rejects.toThrow('must be an http:// address');
  });
});

describe('the cases', () => {
  it('are at least 300, each with a unique name in its group', () => {
    const names = cases.map(({ group, name }) => `${group}: ${name}`);
    expect(names.length).toBeGreaterThanOrEqual(300);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('sign with the digest of the contract’s vectors (A-21)', () => {
    expect(sign('csk_example_4f1d7a2c9b6e83051c47d0a9', '{"verification":{"status":"submitted"}}')).toBe(
      '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411',
    );
  });

  it('draw giants that a decoder accepts: interlaced 16-bit PNG, JPEG of many scans (S12)', async () => {
    const png = await sharp(blackPng({ width: 33, height: 17, depth: 16, colour: 6, interlaced: true }))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(png.info).toMatchObject({ width: 33, height: 17, channels: 4 });
    const jpeg = await scanBomb(64, 64, 20);
    expect((await sharp(jpeg).metadata()).isProgressive).toBe(true);
    expect(jpeg.toString('latin1').split('\u00ff\u00da').length - 1).toBeGreaterThanOrEqual(20);
  });
});
