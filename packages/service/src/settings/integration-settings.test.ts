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
    [{ registry: 'BR' }, 'integration setting not valid: /registry'],
    [
      { registry: 'MX_INE' },
      'integration setting not valid: /registry: MX_INE needs an integration of its own, without identityVerification',
    ],
    [{ brazil: { faceThreshold: 101 } }, 'integration setting not valid: /brazil/faceThreshold'],
    [{ brazil: { name_match: true } }, 'integration setting not valid: /brazil/name_match'],
    [{ brazil: { person_registered: 'off' } }, 'integration setting not valid: /brazil'],
    [{ mexico: { curpQuery: 'on' } }, 'integration setting not valid: /mexico/curpQuery'],
    [{ mexico: { nameThreshold: 90 } }, 'integration setting not valid: /mexico'],
    [{ colombia: { registryName: '' } }, 'integration setting not valid: /colombia/registryName'],
    [
      { colombia: { resubmitFrom: 90 } },
      'integration setting not valid: /colombia/resubmitFrom is above passAbove',
    ],
    [{ ageEstimation: true }, 'integration setting not offered yet: /ageEstimation'],
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

  it.each([
    { registry: 'BR_CPF' },
    { registry: 'BR_CPF', identityVerification: false },
    { registry: 'MX_INE', identityVerification: false },
    { registry: 'CO' },
    { registry: 'CO', identityVerification: false, colombia: { passAbove: 90, resubmitFrom: 90 } },
    { validateRegistry: true, identityVerification: false },
  ])('admit %j', (stored) => {
    expect(settingsOf('live', stored)).toMatchObject(stored);
  });

  it('of registries have every switchable check off on live integrations (registries 3.8)', () => {
    const { brazil, mexico, colombia } = settingsOf('live', { brazil: { name_match: 'required' } });
    expect(brazil).toEqual({
      faceThreshold: 80,
      nameThreshold: 90,
      name_match: 'required',
      date_of_birth_match: 'off',
      gender_match: 'off',
      drivers_license_number_match: 'off',
      drivers_license_category_match: 'off',
      drivers_license_is_valid: 'off',
      drivers_license_first_issue_match: 'off',
      drivers_license_valid_from_match: 'off',
      drivers_license_valid_until_match: 'off',
    });
    expect(mexico).toEqual({
      faceThreshold: 80,
      first_name_match: false,
      father_last_name_match: false,
      mother_last_name_match: false,
      personal_number_match: false,
      registration_year_match: false,
      issue_year_match: false,
      ineQuery: false,
      curpQuery: false,
      combinedQuery: false,
    });
    expect(colombia).toEqual({
      passAbove: 85,
      resubmitFrom: 70,
      registryName: 'Registraduría Nacional del Estado Civil',
    });
  });

  it('of registries have every switchable check on on test integrations (A-104)', () => {
    const { brazil, mexico } = settingsOf('test', { mexico: { issue_year_match: false } });
    expect(Object.values(brazil)).toEqual([80, 90, 'on', 'on', 'on', 'on', 'on', 'on', 'on', 'on', 'on']);
    expect(mexico).toMatchObject({
      first_name_match: true,
      father_last_name_match: true,
      mother_last_name_match: true,
      personal_number_match: true,
      registration_year_match: true,
      issue_year_match: false,
    });
  });

  it('admit networks of both families', () => {
    const allowedAddresses = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7'];
    expect(settingsOf('live', { allowedAddresses }).allowedAddresses).toEqual(allowedAddresses);
  });
});
