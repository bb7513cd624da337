import { describe, expect, it } from 'vitest';
import {
  countryCodes,
  endpoints,
  flowMessages,
  flowLimits,
  limits,
  primaryMatchTypes,
  reasonCauses,
  reasonCodes,
  secondaryMatchTypes,
  signatureForm,
  webhookMessageHead,
  webhookSigningVector,
} from '../src/index.ts';
import { ageCodes, type ReasonCode } from '../src/reason-codes.ts';
import { decisionCodes, riskLabels } from '../src/decision.ts';
import { eventCodes, insightLabels } from '../src/webhooks/webhooks.ts';
import { fraudReportFailures } from '../src/feedback.ts';
import { signingVectors } from '../src/signing.ts';
import { entry, quoted, table } from './contract-text.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

/** HMAC-SHA256 of a text. */
async function hmac(secret: string, message: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8(secret), algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(message)));
}
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

describe('reason codes, A-100', () => {
  const rows = table('A-100');

  it('has the numbers of the contract and no others', () => {
    const numbers = rows.flatMap(([codes = '']) => codes.split(', ').map(Number));
    expect(Object.keys(reasonCodes).map(Number)).toEqual(numbers);
  });

  it.each(rows.filter(([codes = '']) => !codes.includes(',')))(
    '%s is %s: %s',
    (code = '', statuses = '', text = '', sources = '', fallback = '') => {
      const row = reasonCodes[Number(code) as ReasonCode];
      const status = statuses.replace('resubmission', 'resubmission_requested');
      expect(row.text).toBe(text);
      expect(row.statuses.join(', ')).toBe(status);
      const named = sources.replace(/ \([^)]*\)/g, '').replace('forced test decision', 'forced');
      expect(row.checks.join(', ')).toBe(named.replaceAll(';', ','));
      expect(row.granularFallback).toBe(/^\d+$/.test(fallback) ? Number(fallback) : null);
    },
  );

  it('gives one text per code where a row has several', () => {
    const texts = (first: number, count: number) =>
      Array.from({ length: count }, (_, i) => reasonCodes[(first + i) as ReasonCode].text);
    expect(texts(530, 7)).toEqual([13, 14, 16, 18, 20, 21, 25].map((age) => `The person is under ${age}`));
    expect(texts(625, 10)).toEqual([
      'The surname could not be read',
      'The first names could not be read',
      'The date of birth could not be read',
      'The issue date could not be read',
      'The expiry date could not be read',
      'The gender could not be read',
      'The document number could not be read',
      'The personal number could not be read',
      'The nationality could not be read',
      'The home address could not be read',
    ]);
    expect(Object.values(ageCodes)).toEqual([530, 531, 532, 533, 534, 535, 536]);
  });

  it('falls back to codes of the catalogue that go with the same status', () => {
    for (const { granularFallback, statuses } of Object.values(reasonCodes)) {
      if (granularFallback === null) continue;
      expect(reasonCodes[granularFallback as ReasonCode].statuses).toEqual(statuses);
    }
  });
});

describe('causes, A-130', () => {
  it('have the sentences of the contract and no others', () => {
    expect(Object.values(reasonCauses)).toEqual(table('A-130').map(([, , sentence]) => sentence));
  });

  it('go with codes of the catalogue', () => {
    for (const [, codes = ''] of table('A-130'))
      expect(codes.split(', ').every((code) => Object.hasOwn(reasonCodes, code))).toBe(true);
  });
});

describe('endpoints', () => {
  const signedText: Record<string, string> = {
    none: 'none',
    body: 'raw body',
    'session-id': 'the session ID',
    'attempt-id': 'the attempt ID',
    'media-id': 'the media ID',
    path: 'full request path',
    'path-and-body': 'full request path, one LF',
  };

  it.each(endpoints)('$method $path signs what A-15 specifies', ({ method, path, signed, headers }) => {
    const written = path.replace(/:(\w+)/g, '{$1}');
    const row = table('A-15').find(([request = '']) => {
      if (headers === 'feedback') return request === `feedback ${method}`;
      if (request.split(', ').includes(`${method} ${written}`)) return true;
      return (
        method !== 'POST' &&
        method !== 'PATCH' &&
        request.startsWith('GET and DELETE') &&
        written.startsWith('/sessions/')
      );
    });
    const message = row?.[2] || row?.[1] || '';
    expect(message.startsWith(signedText[signed] ?? '?')).toBe(true);
  });

  it('are the endpoints of the interface', () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /sessions',
      'POST /sessions/:sessionId/media',
      'POST /sessions/:sessionId/collected-data',
      'PATCH /sessions/:sessionId',
      'GET /sessions/:sessionId/decision',
      'GET /sessions/:sessionId/watchlist-screening',
      'PATCH /sessions/:sessionId/watchlist-screening',
      'POST /sessions/validate-registry',
      'POST /validate-registry',
      'DELETE /sessions/:sessionId',
      'GET /sessions/:sessionId/person',
      'GET /sessions/:sessionId/media',
      'GET /sessions/:sessionId/attempts',
      'GET /attempts/:attemptId/media',
      'GET /media/:mediaId',
      'GET /sessions/:sessionId/decision/fullauto',
      'GET /sessions/:sessionId/decision/ine-registry',
      'GET /sessions/:sessionId/decision/curp-registry',
      'GET /sessions/:sessionId/decision/combined-ine-curp-registry',
      // Ours, beside the interface.
      'POST /sandbox/clock',
      'GET /feedback/fraud-categories',
      'POST /feedback/fraud-reports',
      'POST /feedback/fraud-reports/retrieve',
    ]);
  });

  it('take 32 MB on media and 1 MB elsewhere (A-07)', () => {
    const sizes = endpoints.map(({ method, name, bodyBytes }) => [
      method === 'POST' || method === 'PATCH',
      name === 'upload-media',
      bodyBytes,
    ]);
    for (const [hasBody, isMedia, size] of sizes)
      expect(size).toBe(hasBody ? (isMedia ? 33_554_432 : 1_048_576) : null);
  });
});

describe('test vectors, A-21', () => {
  it.each(table('A-21'))(
    '%s: bytes and digest are those of the table',
    async (name = '', secret = '', message = '', bytes = '', digest = '') => {
      const vector = signingVectors.find((candidate) => candidate.name === name);
      const text = message === '(empty)' ? '' : (quoted(message)[0] ?? '').replaceAll('⏎', '\n');
      expect(vector?.message).toBe(text);
      expect(vector?.bytes).toBe(Number(bytes));
      expect(utf8(text)).toHaveLength(Number(bytes));
      expect(vector?.digest).toBe(quoted(digest)[0]);
      expect(hex(await hmac(vector?.secret ?? '', text))).toBe(vector?.digest);
      if (secret.startsWith('`')) expect(vector?.secret).toBe(quoted(secret)[0]);
    },
  );

  it('T10: a webhook is signed over its identifier, its time and its body', async () => {
    const { secret, webhookId, webhookTimestamp, body, header } = webhookSigningVector;
    const message = webhookMessageHead(webhookId, webhookTimestamp) + body;
    expect(`v1,${base64(await hmac(secret, message))}`).toBe(header);
    for (const text of [webhookId, String(webhookTimestamp), header]) expect(entry('A-21')).toContain(text);
  });

  it('accepts the forms of A-13 only', () => {
    const digest = signingVectors[1]?.digest ?? '';
    for (const form of [digest, digest.toUpperCase(), `sha256=${digest}`, `SHA256=${digest.toUpperCase()}`]) {
      expect(signatureForm.exec(form)?.[1]?.toLowerCase()).toBe(digest);
    }
    for (const form of [
      '',
      digest.slice(1),
      `${digest}0`,
      `${digest.slice(1)}g`,
      `sha1=${digest}`,
      `sha256= ${digest}`,
    ]) {
      expect(signatureForm.test(form)).toBe(false);
    }
  });
});

describe('limits, A-101', () => {
  const value = (name: string) => table('A-101').find(([limit = '']) => limit.startsWith(name))?.[1] ?? '';
  const numbers = (name: string) =>
    (
      value(name)
        .replace(/(\d) (?=\d{3})/g, '$1')
        .match(/\d+(\.\d+)?/g) ?? []
    ).map(Number);

  it.each([
    ['Session lifetime', [limits.sessionLifetimeSeconds / 86_400]],
    ['Flow inactivity', [limits.flowInactivitySeconds / 60]],
    ['Attempts per session', [limits.attemptsPerSession]],
    ['Hold', [limits.holdSeconds, limits.resubmissionWindowSeconds]],
    ['Request body', [limits.bodyBytes / 1_048_576, limits.mediaBodyBytes / 1_048_576]],
    ['Base64 per image', [limits.base64CharactersPerImage, limits.pixelsPerImage, limits.imagesPerAttempt]],
    ['JSON depth', [limits.jsonDepth]],
    ['JSON brackets', [limits.jsonValues]],
    ['Media body without', [limits.mediaEnvelopeBytes]],
    ['Bytes behind', [limits.bytesBehindPicture]],
    ['`vendorData`', [limits.vendorDataCharacters]],
    ['Deletions', [limits.deletionsPerHour, limits.deletionsPerDay, 24]],
    [
      'Feedback API',
      [
        limits.feedbackRequestsPerMinute,
        limits.fraudReportsPerRequest,
        limits.retrievedReportsPerRequest,
        limits.feedbackCommentCharacters,
      ],
    ],
    ['Webhook attempt', [limits.webhookAttemptSeconds, limits.webhookRetrySeconds / 86_400]],
    ['Watchlist hits', [limits.watchlistHits]],
    ['Face threshold', [limits.faceThresholdBrazil, limits.nameThresholdBrazil]],
    [
      'Name similarity, Colombia',
      [limits.nameSimilarityColombia.approveAbove, limits.nameSimilarityColombia.declineBelow],
    ],
    ['Shared secret keys', [limits.sharedSecretKeys]],
  ])('%s', (name, ours) => {
    expect(ours).toEqual(numbers(name));
  });

  it('a picture of the flow has as many bytes as the base64 of a picture over the API', () => {
    expect((flowLimits.pictureBytes / 3) * 4).toBe(limits.base64CharactersPerImage);
  });
});

describe('other tables', () => {
  it('codes of decisions are those of A-47', () => {
    const rows = table('A-47').map(([status = '', code]) => [quoted(status)[0], Number(code)]);
    expect(Object.entries(decisionCodes)).toEqual(rows);
  });

  it('codes of events are those of A-90', () => {
    for (const [action, code] of Object.entries(eventCodes))
      expect(entry('A-90')).toContain(`\`${action}\` (${code})`);
  });

  it('match types are those of A-67, in order', () => {
    const [primary, secondary] = [table('A-67', 0), table('A-67', 1)];
    expect([...primaryMatchTypes]).toEqual(primary.flatMap(([cell = '']) => quoted(cell)));
    expect([...secondaryMatchTypes]).toEqual(secondary.flatMap(([cell = '']) => quoted(cell)));
  });

  it('insight labels are those of A-92, in order', () => {
    const rows = table('A-92').map(([category = '', labels = '']) => [quoted(category)[0], quoted(labels)]);
    expect(Object.entries(insightLabels)).toEqual(rows);
  });

  it('risk labels are those of A-53', () => {
    const prefix = 'document_integration_level_crosslinked';
    const rows = table('A-53').flatMap(([categories = '', labels = '']) =>
      quoted(categories).map((name) => [
        name,
        (labels === 'none yet' ? [] : quoted(labels.replace(/\([^)]*\)/g, ''))).map((label) =>
          label.replace('…', prefix),
        ),
      ]),
    );
    expect(Object.entries(riskLabels)).toEqual(rows);
  });

  it('messages of the flow page are those of A-105', () => {
    const rows = table('A-105').map(([posted = '', , event = '']) => [
      quoted(posted)[0],
      event === 'none' ? null : quoted(event)[0],
    ]);
    expect(flowMessages.map(({ posted, event }) => [posted, event])).toEqual(rows);
  });

  it('failures of fraud reports are those of A-81', () => {
    expect(Object.values(fraudReportFailures)).toEqual(table('A-81').map(([, details]) => details));
  });

  it('has 249 assigned country codes and XK', () => {
    expect(countryCodes.size).toBe(250);
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
    for (const code of countryCodes)
      expect(`${code} ${names.of(code) ?? 'no name'}`).not.toContain('no name');
  });
});
