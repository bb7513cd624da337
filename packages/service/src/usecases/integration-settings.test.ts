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
    [{ watchlistScreening: true }, 'integration setting not offered yet: /watchlistScreening'],
    [{ registry: 'BR_CPF' }, 'integration setting not offered yet: /registry'],
    [{ requiredAssurance: 'challenge' }, 'integration setting not valid: /requiredAssurance'],
    [{ evidenceReview: 1.1 }, 'integration setting not valid: /evidenceReview'],
  ])('refuse %j', (stored, message) => {
    expect(() => settingsOf('live', stored)).toThrow(message);
  });

  it('admit networks of both families', () => {
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    expect(settingsOf('live', { allowedAddresses }).allowedAddresses).toEqual(allowedAddresses);
  });
});
