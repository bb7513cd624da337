import { describe, expect, it } from 'vitest';
import { endpointBodies } from './endpoint-bodies.ts';
import type { EndpointName } from './endpoints.ts';
import { ignoredMembers } from './ignored-members.ts';

const ignored = (name: EndpointName, body: unknown): string[] => {
  const { request } = endpointBodies[name];
  if (request === null) throw new Error(`${name} takes no body`);
  return ignoredMembers(request.schema, body);
};

describe('members that are ignored', () => {
  it('are those that the contract does not name, at every level, in the order of the body (A-246)', () => {
    expect(
      ignored('create-session', {
        verification: {
          lang: 'et',
          person: { firstName: 'Ada', nickname: 'Countess' },
          consents: [{ type: 'ine' }, { type: 'bipa', given: true }],
          features: [{ deep: { deeper: 1 } }],
        },
        timestamp: '2026-11-20T10:01:55.120Z',
      }),
    ).toEqual([
      'verification.lang',
      'verification.person.nickname',
      'verification.consents[1].given',
      'verification.features',
      'timestamp',
    ]);
  });

  it('are none of those that it names, null or wrong ones too', () => {
    expect(
      ignored('create-session', { verification: { person: null, vendorData: 7, document: [] } }),
    ).toEqual([]);
  });

  it('are none of an object that is kept as it is', () => {
    const { request } = endpointBodies['collect-data'];
    expect(ignored('collect-data', request?.example)).toEqual([]);
  });

  it('are searched in every form that a body may have', () => {
    const hit = { id: '5043de43-828c-4b68-9ca0-15a1b9ea504d', matchStatus: 'true_match', comment: 'x' };
    expect(ignored('update-watchlist-screening', { hit })).toEqual(['hit.comment']);
    expect(ignored('update-watchlist-screening', { monitorStatus: 'disabled', reason: 'x' })).toEqual([
      'reason',
    ]);
  });

  it('may be named like members that every object has', () => {
    expect(
      ignored('submit-session', JSON.parse('{"__proto__":1,"constructor":2,"verification":{}}')),
    ).toEqual(['__proto__', 'constructor']);
  });
});
