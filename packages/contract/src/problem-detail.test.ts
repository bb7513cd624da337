import { describe, expect, it } from 'vitest';
import { endpointBodies } from './endpoint-bodies.ts';
import { endpoints } from './endpoints.ts';
import { problemDetail } from './problem-detail.ts';
import { authenticationCauses, Problem, type ProblemName, problems } from './problems.ts';

const invalid = (parameter: string) => new Problem('parameter-invalid', { parameter });

describe('the detail of a refusal', () => {
  it.each([
    [
      'create-session',
      'verification.document.type',
      'one of PASSPORT, ID_CARD, RESIDENCE_PERMIT, DRIVERS_LICENSE, VISA',
    ],
    ['create-session', 'verification.person.firstName', 'a text of at most 255 characters'],
    [
      'create-session',
      'verification.person.phoneNumber',
      'a text of at most 32 characters of the form ^\\+?[0-9 ]+$',
    ],
    ['create-session', 'verification.person.isDeceased', 'true or false'],
    ['create-session', 'verification.person', 'an object'],
    ['create-session', 'verification.endUserId', 'a UUID'],
    ['create-session', 'verification.consents', 'a list of at most 10 items'],
    ['create-session', 'verification.consents[3].type', 'one of ine, bipa, aadhaar'],
    ['collect-data', 'network.ip.addressV4', 'an IPv4 address'],
    ['collect-data', 'browser.timezoneOffset', 'a whole number from -1440 to 1440'],
    [
      'update-watchlist-screening',
      'hit.matchStatus',
      'one of false_positive, potential_match, true_match, inconclusive',
    ],
    ['update-watchlist-screening', 'monitorStatus', 'disabled'],
    ['report-fraud', 'reports[0].comment', 'a text of at most 500 characters'],
    ['report-fraud', 'reports[0].categories', 'a list of at least 1 items, each once'],
    ['retrieve-fraud-reports', 'sessionIds', 'a list of at least 1 and at most 10 items'],
  ] as const)('of %s names %s and what it must be', (endpoint, member, requirement) => {
    expect(problemDetail(invalid(member), endpoint)).toBe(`${member} must be ${requirement}.`);
  });

  it('names values and limits of refusals that have a code of their own', () => {
    const detail = (name: ProblemName) => problemDetail(new Problem(name), 'upload-media');
    expect(detail('request-too-large')).toBe(
      'The body must have at most 1048576 bytes, on POST media 33554432; an image at most 25165824 base64 characters.',
    );
    expect(detail('image-context-unsupported')).toMatch(
      /^image\.context must be one of face, face-reference, /,
    );
    expect(detail('not-found')).toMatch(/^The path must be one of the API, without a slash at its end/);
    expect(detail('body-signature-mismatch')).toMatch(
      /^The signature must be the HMAC-SHA256 of exactly the bytes/,
    );
    expect(detail('unexpected-failure')).toBeNull();
  });

  it.each([
    [
      'feature-not-enabled',
      'delete-session',
      'deletion must be switched on for the integration; the operator can do that.',
    ],
    [
      'feature-not-enabled',
      'report-fraud',
      'fraudReports must be switched on for the integration; the operator can do that.',
    ],
    [
      'feature-not-enabled',
      'validate-registry',
      'validateRegistry must be switched on for the integration; the operator can do that.',
    ],
    [
      'watchlist-not-enabled',
      'get-watchlist-screening',
      'watchlistScreening must be switched on for the integration; the operator can do that.',
    ],
    [
      'not-found',
      'get-ine-registry',
      'The path must name a session of the integration, which is final, and mexico.ineQuery must have been switched on for the integration; the operator can do that.',
    ],
    [
      'not-found',
      'get-fullauto-decision',
      'The path must name a session of the integration that is decided, and fullAuto must be switched on for the integration; the operator can do that.',
    ],
    [
      'status-change-refused',
      'submit-session',
      'A session must be submitted before its lifetime ends, after a request to resubmit before the time for that ends, and never when it is in review or final. The decision has its status; after a final one a new session must be created.',
    ],
    ['too-many-requests', null, 'The request must be repeated, after the seconds that Retry-After names.'],
  ] as const)('of %s at %s names the setting or the state that is missing', (name, endpoint, detail) => {
    expect(problemDetail(new Problem(name), endpoint)).toBe(detail);
  });

  it('is what its place gives, where it gives one', () => {
    const detail = 'The query must have version=1.0.0, once.';
    expect(problemDetail(new Problem('parameter-invalid', { parameter: 'version', detail }), null)).toBe(
      detail,
    );
  });

  it.each([
    [
      'signature-missing',
      'The request must be signed: X-HMAC-SIGNATURE is missing or empty, on the feedback API VRF-HMAC-SIGNATURE. X-SIGNATURE is ignored.',
    ],
    ['signature-repeated', 'The signature header must be sent once.'],
    ['api-key-repeated', 'The header with the API key must be sent once.'],
    ['api-keys-differ', 'VRF-AUTH-CLIENT and X-AUTH-CLIENT must hold the same API key.'],
    [
      'integration-not-of-api-key',
      'vrf-integration-id must be sent once, with the UUID of an integration of the API key, or not at all.',
    ],
    ['address-not-allowed', 'The request must come from an address that the integration allows.'],
    ['origin-not-allowed', 'The Origin of the page must be one that the integration allows.'],
  ] as const)('has a separate sentence for 1815 as %s (A-245)', (meaning, detail) => {
    expect(authenticationCauses).toHaveLength(7);
    expect(problemDetail(new Problem('not-authenticated', { meaning }), null)).toBe(detail);
  });

  it('names the status that PATCH accepts, for 1303 (A-245)', () => {
    expect(problemDetail(new Problem('status-invalid'), 'submit-session')).toBe(
      'verification.status must be submitted.',
    );
  });

  it('is printable ASCII and shorter than 2000 characters, whatever is refused', () => {
    const members = (schema: unknown, path: string): string[] => {
      const { properties = {} } = schema as { properties?: Record<string, unknown> };
      return Object.entries(properties).flatMap(([name, below]) => {
        const at = path === '' ? name : `${path}.${name}`;
        return [at, ...members(below, at)];
      });
    };
    for (const { name } of endpoints) {
      const { request } = endpointBodies[name];
      const parameters = request === null ? [] : members(request.schema, '');
      for (const problem of Object.keys(problems) as ProblemName[])
        for (const parameter of [undefined, ...parameters]) {
          const options = parameter === undefined ? {} : { parameter };
          expect(problemDetail(new Problem(problem, options), name) ?? '-').toMatch(/^[\x20-\x7e]{1,2000}$/);
        }
    }
  });
});
