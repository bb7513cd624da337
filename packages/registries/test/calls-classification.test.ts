import { afterEach, describe, expect, it } from 'vitest';
import type { RegistryResult } from '@countersign/core';
import { classifyStatus } from '../src/calls/classify-status.ts';
import { readJson } from '../src/calls/read-json.ts';
import type { HttpAnswer } from '../src/calls/registry-http.ts';
import type { Resilience } from '../src/registry-settings.ts';
import {
  type Behaviour,
  connectTo,
  context,
  type FarEnd,
  hang,
  head,
  impatient,
  question,
  readStatus,
  reply,
  reset,
  startFarEnd,
} from './calls-far-end.ts';

let farEnd: FarEnd | undefined;
afterEach(() => farEnd?.close());

/** Interprets answers like a connector without rules of its own. */
function read(answer: HttpAnswer): RegistryResult<unknown> {
  if (answer.status !== 200) return classifyStatus(answer);
  const { json, problem } = readJson(answer);
  return problem ?? { kind: 'answered', at: answer.at, answer: json };
}

async function resultOf(behaviour: Behaviour, resilience: Partial<Resilience> = {}) {
  farEnd = await startFarEnd(behaviour);
  const { http } = connectTo(farEnd.url, { resilience });
  const result = await http.request(question, context(), read);
  await http.close();
  return result;
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const halfOf =
  (body: string): Behaviour =>
  (socket) =>
    socket.write(head(200, { 'content-length': String(body.length * 2) }) + body);

describe('An incomplete answer', () => {
  it('is unavailable, timeout, maybe delivered, when the registry does not respond', async () => {
    expect(await resultOf(hang, impatient)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'maybe',
    });
  });

  it('is the same when the connection is reset before the headers', async () => {
    expect(await resultOf(reset)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'maybe',
    });
  });

  it('is the same when the connection ends before the headers', async () => {
    expect(await resultOf((socket) => socket.end())).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'maybe',
    });
  });

  it('is the same when the body does not end in time', async () => {
    expect(await resultOf(halfOf('{"a":1}'), impatient)).toEqual({
      kind: 'unavailable',
      cause: 'timeout',
      attempts: 1,
      delivered: 'maybe',
    });
  });

  it.each<[string, Behaviour]>([
    [
      'reset within the body',
      (socket) => {
        socket.write(`${head(200, { 'content-length': '100' })}{"a":`);
        setTimeout(() => socket.resetAndDestroy(), 20);
      },
    ],
    [
      'a body shorter than its length',
      (socket) => socket.end(`${head(200, { 'content-length': '100' })}{"a":1}`),
    ],
    [
      'a body longer than its length',
      (socket) => socket.end(`${head(200, { 'content-length': '4' })}{"a":1}`),
    ],
    [
      'a chunked body without its end',
      (socket) => socket.end(`${head(200, { 'transfer-encoding': 'chunked' })}7\r\n{"a":1}\r\n`),
    ],
    [
      'a chunk length that is none',
      (socket) => socket.end(`${head(200, { 'transfer-encoding': 'chunked' })}zz\r\n{}\r\n0\r\n\r\n`),
    ],
  ])('is technical, malformed_body, at the time of its headers, after %s', async (_, behaviour) => {
    expect(await resultOf(behaviour)).toEqual({
      kind: 'technical',
      cause: 'malformed_body',
      attempts: 1,
      at: expect.stringMatching(moment),
      httpStatus: 200,
    });
  });

  it.each<[string, string]>([
    ['is no HTTP', '220 mail.example ESMTP\r\n'],
    ['states two lengths', `HTTP/1.1 200 OK\r\ncontent-length: 7\r\ncontent-length: 5\r\n\r\n{"a":1}`],
    [
      'states a length and is chunked',
      `HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
    ],
  ])('is technical, malformed_body, at no time, when it %s', async (_, sent) => {
    expect(await resultOf((socket) => socket.write(sent))).toEqual({
      kind: 'technical',
      cause: 'malformed_body',
      attempts: 1,
      at: null,
    });
  });

  it.each<[string, Behaviour]>([
    ['announced', reply(200, JSON.stringify({ filler: 'x'.repeat(2_000) }))],
    [
      'not announced',
      (socket) =>
        socket.write(`${head(200, { 'transfer-encoding': 'chunked' })}7d0\r\n${'x'.repeat(2_000)}\r\n`),
    ],
  ])('is technical, response_too_large, when the body is above the cap and %s', async (_, behaviour) => {
    expect(await resultOf(behaviour)).toEqual({
      kind: 'technical',
      cause: 'response_too_large',
      attempts: 1,
      at: expect.stringMatching(moment),
      httpStatus: 200,
    });
  });

  it('is technical, response_too_large, when the headers alone are', async () => {
    expect(await resultOf(reply(200, '{}', { 'x-filler': 'x'.repeat(20_000) }))).toMatchObject({
      kind: 'technical',
      cause: 'response_too_large',
      at: null,
    });
  });
});

describe('A status', () => {
  it.each([
    [301, 'technical', 'unexpected_status'],
    [302, 'technical', 'unexpected_status'],
    [307, 'technical', 'unexpected_status'],
    [400, 'technical', 'config'],
    [401, 'technical', 'auth'],
    [403, 'technical', 'auth'],
    [404, 'technical', 'unexpected_status'],
    [405, 'technical', 'unexpected_status'],
    [406, 'technical', 'config'],
    [410, 'technical', 'unexpected_status'],
    [413, 'technical', 'config'],
    [415, 'technical', 'config'],
    [418, 'technical', 'unexpected_status'],
    [422, 'technical', 'unexpected_status'],
    [451, 'technical', 'unexpected_status'],
    [204, 'technical', 'malformed_body'],
  ])('%i is %s, %s, at the time of its headers', async (status, kind, cause) => {
    const behaviour: Behaviour = (socket) =>
      socket.write(
        head(status, { location: '/elsewhere', ...(status !== 204 && { 'content-length': '0' }) }),
      );
    expect(await resultOf(behaviour, { retries: 2 })).toEqual({
      kind,
      cause,
      attempts: 1,
      at: expect.stringMatching(moment),
      httpStatus: status,
    });
    expect(farEnd?.requests).toHaveLength(1);
  });

  it.each([
    [408, 'timeout'],
    [429, 'rate_limited'],
    [500, 'http_5xx'],
    [501, 'http_5xx'],
    [502, 'http_5xx'],
    [503, 'http_5xx'],
    [504, 'http_5xx'],
    [520, 'http_5xx'],
  ])('%i is unavailable, %s, whatever the body', async (status, cause) => {
    for (const body of [
      reply(status, '<html>'),
      reply(status, 'x'.repeat(5_000)),
      reply(status, '{"a":1}'),
    ]) {
      expect(await resultOf(body)).toEqual({ kind: 'unavailable', cause, attempts: 1, delivered: 'maybe' });
      await farEnd?.close();
    }
  });

  it('of information is passed over', async () => {
    const result = await resultOf((socket, request) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n');
      reply(200, '{"a":1}')(socket, request);
    });
    expect(result).toMatchObject({ kind: 'answered', answer: { a: 1 } });
  });
});

describe('A body with status 200', () => {
  it.each([
    ['nothing', ''],
    ['HTML', '<!doctype html><html><body>Ok</body></html>'],
    ['XML', '<?xml version="1.0"?><ok/>'],
    ['null', 'null'],
    ['an array', '[{"a":1}]'],
    ['a text', '"ok"'],
    ['a number', '1'],
    ['cut-off JSON', '{"a":1'],
    ['NaN', '{"a":NaN}'],
  ])('that is %s is technical, malformed_body', async (_, body) => {
    expect(await resultOf(reply(200, body), { retries: 2 })).toEqual({
      kind: 'technical',
      cause: 'malformed_body',
      attempts: 1,
      at: expect.stringMatching(moment),
      httpStatus: 200,
    });
  });

  const answer = (body: Uint8Array): HttpAnswer => ({
    status: 200,
    headers: {},
    body,
    at: '2026-11-20T14:05:54.000Z',
    attempts: 1,
  });

  it('in Latin-1 is malformed, or read where the registry is configured as lenient (A-331)', () => {
    const bytes = Buffer.from('{"a":"NUÑEZ"}', 'latin1');
    expect(readJson(answer(bytes)).problem).toEqual({
      kind: 'technical',
      cause: 'malformed_body',
      attempts: 1,
      at: '2026-11-20T14:05:54.000Z',
      httpStatus: 200,
    });
    expect(readJson(answer(bytes), { lenient: true }).json).toEqual({ a: 'NUÑEZ' });
  });

  it.each(['ÑAÑEZ', 'ÁLVAREZ', 'JOSÉ', 'D\u00b4ANGELO'])(
    'in Latin-1 has %s, also beside text in UTF-8 and after a byte order mark',
    (name) => {
      const mixed = Buffer.concat([
        Buffer.from('\u{feff}{"a":"'),
        Buffer.from(name, 'latin1'),
        Buffer.from('","b":"MUÑOZ \u{fffd}"}'),
      ]);
      const { json } = readJson(answer(mixed), { lenient: true });
      expect(json).toEqual({ a: name, b: 'MUÑOZ \u{fffd}' });
    },
  );

  it('with a byte order mark is read', () => {
    expect(readJson(answer(Buffer.from('\u{feff}{"a":1}'))).json).toEqual({ a: 1 });
  });
});

describe('A reader', () => {
  it('that throws makes the answer technical, schema, and only the class of the error is reported', async () => {
    farEnd = await startFarEnd(reply(200, '{"name":"somebody"}'));
    const { http, bugs } = connectTo(farEnd.url);
    const result = await http.request(question, context(), ({ body }) => {
      throw new RangeError(`cannot read ${Buffer.from(body).toString()}`);
    });
    expect(result).toEqual({
      kind: 'technical',
      cause: 'schema',
      attempts: 1,
      at: expect.stringMatching(moment),
      httpStatus: 200,
    });
    expect(bugs).toEqual([{ connector: 'tested', route: 'xx.check', errorClass: 'RangeError' }]);
    await http.close();
  });

  it('is given the status, headers in lower case, the body, and our clock at the headers', async () => {
    const now = Date.parse('2026-11-20T14:05:54.123Z');
    farEnd = await startFarEnd(reply(200, '{"a":1}', { 'X-Trace': 'abc' }));
    const { http } = connectTo(farEnd.url, { deps: { now: () => now } });
    let given: HttpAnswer | null = null;
    await http.request(question, { ...context(), deadline: '2026-11-20T14:06:00.000Z' }, (answer) => {
      given = answer;
      return readStatus(answer);
    });
    expect(given).toMatchObject({
      status: 200,
      headers: { 'x-trace': 'abc', 'content-length': '7' },
      at: '2026-11-20T14:05:54.123Z',
      attempts: 1,
    });
    await http.close();
  });
});

describe('A request', () => {
  it('carries the body as JSON, requests JSON uncompressed, and is sent below the base URL', async () => {
    farEnd = await startFarEnd(reply(200));
    const { http } = connectTo(`${farEnd.url}/sandbox/`);
    await http.request(question, context(), readStatus);
    expect(farEnd.requests).toEqual([
      {
        line: 'POST /sandbox/check HTTP/1.1',
        headers: expect.objectContaining({
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-type': 'application/json',
        }),
        body: '{"asked":true}',
      },
    ]);
    await http.close();
  });
});
