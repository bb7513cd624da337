import { describe, expect, it } from 'vitest';
import { settingsOf } from './integration-settings.ts';

describe('settings of an integration', () => {
  it('take the defaults of its mode', () => {
    expect(settingsOf('test', {})).toMatchObject({
      manualReview: true,
      origins: '*',
      sessionLifetimeSeconds: 604_800,
    });
    expect(settingsOf('live', {})).toMatchObject({
      manualReview: false,
      origins: [],
      resubmissionWindowSeconds: 300,
    });
  });

  it.each([
    [{ minimumAge: 17 }, 'integration setting not valid: /minimumAge'],
    [{ faceAcceptScore: 101 }, 'integration setting not valid: /faceAcceptScore'],
    [{ sessionLifetimeSeconds: 59 }, 'integration setting not valid: /sessionLifetimeSeconds'],
    [{ allowedAddresses: ['203.0.113.0/33'] }, 'integration setting not valid: /allowedAddresses'],
    [{ allowedAddresses: ['office'] }, 'integration setting not valid: /allowedAddresses'],
    [{ watchlist: { lists: [] } }, 'integration setting not valid: /watchlist/lists'],
    [{ watchlist: { lists: ['SANCTIONS', 'SANCTIONS'] } }, 'integration setting not valid: /watchlist/lists'],
    [{ watchlist: { lists: ['PEP'] } }, 'integration setting not valid: /watchlist/lists/0'],
    [{ watchlist: { matchThreshold: 101 } }, 'integration setting not valid: /watchlist/matchThreshold'],
    [{ watchlist: { matchThreshold: 79.5 } }, 'integration setting not valid: /watchlist/matchThreshold'],
    [{ watchlist: { countries: ['XX'] } }, 'integration setting not valid: /watchlist/countries'],
    [{ watchlist: { countries: ['de'] } }, 'integration setting not valid: /watchlist/countries/0'],
    [{ watchlist: { limit: 501 } }, 'integration setting not valid: /watchlist/limit'],
    [{ watchlist: { solution: 'basic' } }, 'integration setting not valid: /watchlist/solution'],
    [
      { watchlist: { carryFalsePositives: 'yes' } },
      'integration setting not valid: /watchlist/carryFalsePositives',
    ],
    [{ watchlist: { threshold: 80 } }, 'integration setting not valid: /watchlist'],
    [{ watchlist: [] }, 'integration setting not valid: /watchlist'],
    [{ identityVerification: false }, 'integration setting not valid: /identityVerification'],
    [{ registry: 'BR_CPF' }, 'integration setting not offered yet: /registry'],
    [{ requiredAssurance: 'challenge' }, 'integration setting not valid: /requiredAssurance'],
    [{ evidenceReview: 1.1 }, 'integration setting not valid: /evidenceReview'],
  ])('refuse %j', (stored, message) => {
    expect(() => settingsOf('live', stored)).toThrow(message);
  });

  it('of the watchlist are completed member by member (A-65)', () => {
    const { watchlist } = settingsOf('live', { watchlistScreening: true, watchlist: { matchThreshold: 90 } });
    expect(watchlist).toEqual({
      lists: [
        'SANCTIONS',
        'PEP_CLASS_1',
        'PEP_CLASS_2',
        'PEP_CLASS_3',
        'PEP_CLASS_4',
        'ADVERSE_MEDIA',
        'FITNESS_PROBITY',
        'WARNINGS',
      ],
      matchThreshold: 90,
      exactMatch: false,
      countries: [],
      excludeDeceased: false,
      limit: 50,
      monitoring: false,
      solution: 'enhanced',
      listings: true,
      carryFalsePositives: false,
    });
  });

  it('admit networks of both families', () => {
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    expect(settingsOf('live', { allowedAddresses }).allowedAddresses).toEqual(allowedAddresses);
  });
});
