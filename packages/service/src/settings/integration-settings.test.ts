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
      retention: { sessionDays: null, pictureDays: null, descriptorDays: 1095, webhookDays: null },
    });
  });

  it.each([
    [{ minimumAge: 17 }, 'minimumAge: must be one of 13, 14, 16, 18, 20, 21, 25 or null'],
    [{ faceAcceptScore: 101 }, 'faceAcceptScore: must be a number from 0 to 100'],
    [
      { retention: { sessionDays: 0 } },
      'retention.sessionDays: must be a whole number from 1 to 36500 or null',
    ],
    [
      { retention: { descriptorDays: 1096 } },
      'retention.descriptorDays: must be a whole number from 1 to 1095',
    ],
    [
      { retention: { descriptorDays: null } },
      'retention.descriptorDays: must be a whole number from 1 to 1095',
    ],
    [{ sessionLifetimeSeconds: 59 }, 'sessionLifetimeSeconds: must be a whole number from 60 to 7776000'],
    [{ allowedAddresses: ['203.0.113.0/33'] }, 'allowedAddresses: must be addresses or networks (CIDR)'],
    [{ allowedAddresses: ['office'] }, 'allowedAddresses: must be addresses or networks (CIDR)'],
    [{ flowUrl: 'identity.bank.example' }, 'flowUrl: must be an origin, such as https://shop.example.com'],
    [{ flowUrl: 'http://identity.bank.example' }, 'flowUrl: must begin with https://'],
    [
      { flowUrl: 'https://identity.bank.example/verify' },
      'flowUrl: must have exactly the form that browsers send, without a path: https://identity.bank.example',
    ],
    [
      { watchlist: { lists: [] } },
      'watchlist.lists: must be a list of at least 1: each one of SANCTIONS, PEP_CLASS_1, PEP_CLASS_2, PEP_CLASS_3, PEP_CLASS_4, ADVERSE_MEDIA, FITNESS_PROBITY, WARNINGS',
    ],
    [
      { watchlist: { lists: ['SANCTIONS', 'SANCTIONS'] } },
      'watchlist.lists: must be a list of at least 1: each one of SANCTIONS, PEP_CLASS_1, PEP_CLASS_2, PEP_CLASS_3, PEP_CLASS_4, ADVERSE_MEDIA, FITNESS_PROBITY, WARNINGS',
    ],
    [
      { watchlist: { lists: ['PEP'] } },
      'watchlist.lists: must be a list of at least 1: each one of SANCTIONS, PEP_CLASS_1, PEP_CLASS_2, PEP_CLASS_3, PEP_CLASS_4, ADVERSE_MEDIA, FITNESS_PROBITY, WARNINGS',
    ],
    [
      { watchlist: { matchThreshold: 101 } },
      'watchlist.matchThreshold: must be a whole number from 0 to 100',
    ],
    [
      { watchlist: { matchThreshold: 79.5 } },
      'watchlist.matchThreshold: must be a whole number from 0 to 100',
    ],
    [{ watchlist: { countries: ['XX'] } }, 'watchlist.countries: must be codes of ISO 3166-1 alpha-2'],
    [
      { watchlist: { countries: ['de'] } },
      'watchlist.countries: must be a list: each a country code of two capitals',
    ],
    [{ watchlist: { limit: 501 } }, 'watchlist.limit: must be a whole number from 1 to 500'],
    [{ watchlist: { solution: 'basic' } }, 'watchlist.solution: must be one of enhanced, legacy'],
    [{ watchlist: { carryFalsePositives: 'yes' } }, 'watchlist.carryFalsePositives: must be true or false'],
    [
      { watchlist: { threshold: 80 } },
      'watchlist.threshold: must be a setting of watchlist; did you mean matchThreshold?',
    ],
    [
      { watchlist: [] },
      'watchlist: must be an object with lists, matchThreshold, exactMatch, countries, excludeDeceased, limit, monitoring, solution, listings, explanations, carryFalsePositives',
    ],
    [
      { identityVerification: false },
      'identityVerification: must be true, or watchlistScreening, a registry or validateRegistry must be on',
    ],
    [{ registry: 'BR' }, 'registry: must be one of BR_CPF, MX_INE, CO or null'],
    [
      { registry: 'MX_INE' },
      'registry: must not be MX_INE together with identityVerification; create an integration of its own for it',
    ],
    [{ brazil: { faceThreshold: 101 } }, 'brazil.faceThreshold: must be a number from 0 to 100'],
    [{ brazil: { name_match: true } }, 'brazil.name_match: must be one of off, on, required'],
    [
      { brazil: { gender_mach: 'off' } },
      'brazil.gender_mach: must be a setting of brazil; did you mean gender_match?',
    ],
    [{ mexico: { curpQuery: 'on' } }, 'mexico.curpQuery: must be true or false'],
    [
      { mexico: { faceTreshold: 90 } },
      'mexico.faceTreshold: must be a setting of mexico; did you mean faceThreshold?',
    ],
    [{ colombia: { registryName: '' } }, 'colombia.registryName: must be a text of 1 to 200 characters'],
    [{ colombia: { resubmitFrom: 90 } }, 'colombia.resubmitFrom: must not be above colombia.passAbove'],
    [{ ageEstimation: true }, 'ageEstimation: must be false: the service does not offer it yet'],
    [{ requiredAssurance: 'certified' }, 'requiredAssurance: must be one of none, passive, model, challenge'],
    [
      { requiredAssurance: 'challenge', livenessChallenge: false },
      'livenessChallenge: must be true where requiredAssurance is challenge',
    ],
    [{ evidenceReview: 1.1 }, 'evidenceReview: must be a number from 0 to 1 or null'],
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
      explanations: false,
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
