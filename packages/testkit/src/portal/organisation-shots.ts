import { at, type Shot } from './shot.ts';

/** Rules of the organisation, lanes of screenings, and help. */
export const organisationShots: readonly Shot[] = [
  at('organisation', 'organisation', 'Allowed addresses'),
  {
    ...at('organisation-shorten', 'organisation', 'Retention'),
    act: async (driver) => {
      await driver.click('Shorten: Test (Test)');
      await driver.see('cannot be restored');
    },
  },
  {
    ...at('organisation-locked-out', 'organisation', 'Allowed addresses'),
    act: async (driver) => {
      await driver.fill('Allowed addresses', '203.0.113.0/24');
      await driver.see('People at other addresses are rejected at once.');
    },
  },
  at('screening', 'screening', 'Hits to decide'),
  at('screening-none', 'screening?lane=changed', 'stay here until someone acknowledges'),
  at('help', 'help', 'Save the keys in a file.'),
];

/** The audit log and its hash chain. */
export const auditShots: readonly Shot[] = [
  at('audit', 'audit', 'rows'),
  at('audit-none-found', 'audit?action=resolve-alert', 'No entry matches'),
  at('integrity', 'audit/integrity', 'Last checkpoint'),
  {
    ...at('integrity-verified', 'audit/integrity', 'Last checkpoint'),
    act: async (driver) => {
      await driver.click('Verify all');
      await driver.see('Intact');
      await driver.seeNot('Not verified');
    },
  },
];
