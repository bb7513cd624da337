import { at, type Shot } from './shot.ts';

/** Single sign-on of an organisation that has not configured it yet. */
export const ssoShots: readonly Shot[] = [
  at('sso', 'team/single-sign-on', 'For the provider'),
  {
    ...at('sso-tested', 'team/single-sign-on', 'For the provider'),
    act: async (driver) => {
      await driver.fill('Issuer', 'http://127.0.0.1:1');
      await driver.click('Test the connection');
      await driver.see('The provider cannot be reached.');
    },
  },
];

/** Screens for signed-out visitors. @param invitation its link */
export const outShots = (invitation: string): Shot[] => [
  at('sign-in', 'sign-in', 'Use the account of your organisation.'),
  {
    ...at('sign-in-sso', 'sign-in', 'Use the account of your organisation.'),
    act: async (driver) => {
      await driver.click('Use single sign-on');
      await driver.see('Enter your work e-mail address.');
    },
  },
  at(
    'sign-in-organisation',
    'sign-in?organisation=00000000-0000-4000-8000-000000000000',
    'Continue with single sign-on',
  ),
  at('sso-refused', 'sign-in/sso', 'Single sign-on did not succeed'),
  at('email-gone', `email/${'A'.repeat(43)}`, 'This link is no longer valid'),
  { name: 'invitation', path: new URL(invitation).pathname, shows: 'Your name' },
  at('invitation-gone', 'invitations/gone', 'no longer valid'),
];
