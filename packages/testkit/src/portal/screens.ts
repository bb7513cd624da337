import type { Driver } from './driver.ts';
import { brandingShots } from './branding-shots.ts';
import type { FilledStage } from './fill-stage.ts';
import { nextCode } from './one-time-code.ts';
import { careShots, pictureShot } from './care-shots.ts';
import { auditShots, organisationShots } from './organisation-shots.ts';
import { at, type Shot } from './shot.ts';
import { outShots, ssoShots } from './sign-in-screens.ts';
import { stagePassword } from './stage.ts';

/** All screens, by audience. */
export interface Screens {
  owner: (secret: string | null) => Shot[];
  viewer: (secret: string | null) => Shot[];
  /** An organisation without data. */
  empty: (secret: string | null) => Shot[];
  /** Signed-out visitors. */
  out: (links: { invitation: string }) => Shot[];
  /** The service fails. */
  failed: Shot[];
}

const reveal = async (driver: Driver) => {
  if (await driver.has('Show personal data')) {
    await driver.click('Show personal data');
    await driver.fill('Reason', 'Ticket 4177');
    await driver.page.run(() =>
      document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit(),
    );
  }
  await driver.see('Personal data is shown until');
  await driver.page.run(async () => {
    const isLoaded = () =>
      [...document.images].length > 2 && [...document.images].every(({ complete }) => complete);
    for (let turn = 0; turn < 500 && !isLoaded(); turn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
};

/** Submits the form of the open dialog. */
const submit = (driver: Driver) =>
  driver.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit());

/** Confirms the person's identity if the page requires it. */
const confirm = async (driver: Driver, secret: string | null) => {
  await driver.page.run(async () => {
    const isRequested = () =>
      /Confirm that it is you|The new secret|The newest hundred|was added/.test(document.body.innerText);
    for (let turn = 0; turn < 500 && !isRequested(); turn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  if (!(await driver.page.run(() => document.body.innerText.includes('Confirm that it is you')))) return;
  await driver.fill('Password', stagePassword);
  await driver.fill('Code from your authenticator app', await nextCode(secret ?? ''));
  await driver.click('Confirm');
};

const addSecret = (secret: string | null) => async (driver: Driver) => {
  if (await driver.page.run(() => document.querySelectorAll('tbody tr').length > 1)) return;
  await driver.click('Add secret');
  await driver.fill('Name of the secret', 'November');
  await driver.page.run(() => document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit());
  await confirm(driver, secret);
  await driver.see('This is the only time it is shown.');
};

/** Follows the first link of a list. */
const openFirst = (driver: Driver) =>
  driver.page.run(() => document.querySelector<HTMLAnchorElement>('tbody th a')?.click());

/** Selects the first two rows of the session list. */
const chooseTwo = async (driver: Driver) => {
  await driver.page.run(() => {
    const boxes = document.querySelectorAll<HTMLElement>('tbody input[type=checkbox]');
    for (const box of [...boxes].slice(0, 2)) box.click();
  });
  await driver.see('2 sessions chosen');
};

/** Statuses of several sessions, and exports. */
const listShots = ({ status }: FilledStage, secret: string | null): Shot[] => [
  { ...at('sessions-chosen', 'sessions', 'rows'), act: chooseTwo },
  {
    ...at('sessions-status', 'sessions', 'rows'),
    act: async (driver) => {
      await chooseTwo(driver);
      await driver.click('Add status');
      await driver.fill('Status', status);
      await driver.see('It is sent to your server.');
    },
  },
  {
    ...at('sessions-status-refused', 'sessions', 'rows'),
    act: async (driver) => {
      await chooseTwo(driver);
      await driver.click('Remove status');
      await driver.fill('Status', status);
      await submit(driver);
      await driver.see('2 were not changed:');
    },
  },
  {
    ...at('sessions-export', 'sessions', 'rows'),
    act: async (driver) => {
      await driver.click('Export');
      await driver.click('With personal data');
      await driver.see('Do not name customers here.');
    },
  },
  {
    ...at('exports', 'exports', 'The newest hundred'),
    act: async (driver) => {
      // Waits for the list, or for the message that it is empty.
      await driver.page.run(async () => {
        for (let turn = 0; turn < 500 && document.querySelector('tbody, .empty') === null; turn += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve));
      });
      if (await driver.page.run(() => document.querySelector('tbody') !== null)) return;
      await driver.open('/portal/sessions?status=approved');
      await driver.see('rows');
      await driver.click('Export');
      await driver.see('Start export');
      await submit(driver);
      await confirm(driver, secret);
      await driver.see('Ready');
    },
  },
];

/** The session list and session pages, as an owner sees them. */
const sessionShots = ({ approved, listed, inReview, status }: FilledStage): Shot[] => [
  at('sessions', 'sessions', 'Newest first'),
  at('sessions-reviews', 'sessions?status=review', 'Oldest first'),
  {
    ...at('sessions-views', 'sessions?status=approved', 'rows'),
    act: async (driver) => {
      if (await driver.has('New customers')) return;
      await driver.click('Save view');
      await driver.fill('Name', 'New customers');
      await driver.page.run(() =>
        document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit(),
      );
      await driver.see('New customers');
    },
  },
  {
    ...at('shortcuts', 'sessions', 'Newest first'),
    act: async (driver) => {
      await driver.page.run(() => dispatchEvent(new KeyboardEvent('keydown', { key: '?' })));
      await driver.see('Keyboard shortcuts');
    },
  },
  at('sessions-none-found', 'sessions?q=nothing-like-it', 'No session matches'),
  {
    ...at('session-create', 'sessions', 'New session'),
    act: async (driver) => {
      await driver.click('New session');
      await driver.see('You get a link.');
    },
  },
  at('session-masked', `sessions/${approved}`, 'Personal data is masked.'),
  { ...at('session', `sessions/${approved}`, 'What happened'), act: reveal },
  {
    ...at('session-hit', `sessions/${listed}`, 'What happened'),
    act: async (driver) => {
      await reveal(driver);
      await driver.page.run(() => document.querySelector<HTMLElement>('.explanation > summary')?.click());
      await driver.see('What was compared with');
    },
  },
  {
    ...at('session-hit-decide', `sessions/${listed}`, 'What happened'),
    act: async (driver) => {
      await driver.page.run(() =>
        document.querySelector<HTMLElement>('[aria-label^="Decide about"]')?.click(),
      );
      await driver.click('Yes: true match');
      await driver.see('Risk');
    },
  },
  {
    ...at('session-review', `sessions/${inReview}`, 'In review'),
    act: async (driver) => {
      await driver.click('Decide');
      await driver.click('Decline');
      await driver.see('Reason code');
    },
  },
  {
    ...at('status-add', `sessions/${inReview}`, 'What happened'),
    act: async (driver) => {
      await driver.click('Add status to attempt 1');
      await driver.fill('Status', status);
      await driver.see('It is sent to your server.');
    },
  },
  {
    ...at('session-report', `sessions/${approved}`, 'What happened'),
    act: async (driver) => {
      await driver.click('Report as fraud');
      await driver.see('Printed copy of a document');
    },
  },
  at('session-unknown', 'sessions/00000000-0000-4000-8000-000000000000', 'Nothing here'),
];

/** The pages of one integration, as its owner sees them. */
const integrationShots = (integration: string, secret: string | null): Shot[] => [
  at('integrations', 'integrations', 'Integration id'),
  at('keys', `integrations/${integration}/keys`, 'Rotation'),
  { ...at('keys-new', `integrations/${integration}/keys`, 'Rotation'), act: addSecret(secret) },
  at('keys-rotating', `integrations/${integration}/keys`, 'Promote to master'),
  at('urls', `integrations/${integration}/webhooks`, 'Send test'),
  at('statuses', `integrations/${integration}/statuses`, 'account_opened'),
  {
    ...at('status-define', `integrations/${integration}/statuses`, 'account_opened'),
    act: async (driver) => {
      await driver.click('Define status');
      await driver.click('One of a list');
      await driver.see('Reasons to choose from');
    },
  },
];

/** Pages for developers, with data of one test integration. */
const developerShots = (integration: string, { live, requests }: FilledStage): Shot[] => [
  at('requests', 'requests', 'rows'),
  at('requests-none-found', 'requests?status=5xx', 'No request matches'),
  at('request', `requests/${requests.wrongSignature}`, 'Bytes that the signature did not match'),
  at('request-ignored', `requests/${requests.misspelt}`, 'Ignored input'),
  at('flow', `integrations/${integration}/flow`, 'Pages that may show the flow'),
  {
    ...at('flow-refused', `integrations/${integration}/flow`, 'Pages that may show the flow'),
    act: async (driver) => {
      await driver.click('Only pages of these origins');
      await driver.fill('Origins', 'https://shop.example.com\nhttps://shop.example.com/cart');
      await driver.fill('Address', 'https://shop.example.com/done');
      await driver.click('Save');
      await driver.see('must have exactly the form that browsers send');
    },
  },
  at('sandbox', `integrations/${integration}/sandbox`, 'Names and numbers that determine results'),
  at('sandbox-registry', `integrations/${integration}/sandbox?show=us`, '987654320'),
  {
    ...at('sandbox-clock', `integrations/${integration}/sandbox`, 'Names and numbers that determine results'),
    act: async (driver) => {
      await driver.click('+ 7 days');
      await driver.see('It cannot be undone.');
    },
  },
  at('sandbox-live', `integrations/${live}/sandbox`, 'Only for test integrations'),
  at('recover', 'webhooks/recover', 'Failed since'),
  {
    ...at('recover-counted', 'webhooks/recover', 'Failed since'),
    act: async (driver) => {
      await driver.click('Count');
      await driver.see('Nothing was sent yet.');
    },
  },
  at('check', 'webhooks/check', 'The raw bytes'),
  {
    ...at('check-explained', 'webhooks/check', 'The raw bytes'),
    act: async (driver) => {
      await driver.fill('Body', '{"status":"success"}');
      await driver.fill('Signature', '0123456789abcdef'.repeat(4));
      await driver.click('Check');
      await driver.see('What was compared');
    },
  },
];

/** Screens when the service fails. */
const failedShots = (approved: string, integration: string): Shot[] => [
  at('home-failed', '', 'This could not be loaded'),
  at('sessions-failed', 'sessions', 'This could not be loaded'),
  at('session-failed', `sessions/${approved}`, 'This could not be loaded'),
  at('exports-failed', 'exports', 'This could not be loaded'),
  at('webhooks-failed', 'webhooks', 'This could not be loaded'),
  at('requests-failed', 'requests', 'This could not be loaded'),
  at('sandbox-failed', `integrations/${integration}/sandbox`, 'This could not be loaded'),
  at('branding-failed', `integrations/${integration}/branding`, 'This could not be loaded'),
  at('keys-failed', `integrations/${integration}/keys`, 'This could not be loaded'),
  at('team-failed', 'team', 'This could not be loaded'),
  at('audit-failed', 'audit', 'This could not be loaded'),
  at('integrity-failed', 'audit/integrity', 'This could not be loaded'),
];

const waitForPasskeys = (driver: Driver) =>
  driver.page.run(async () => {
    const isListed = () => /You have no passkey yet|On one device only/.test(document.body.innerText);
    for (let turn = 0; turn < 500 && !isListed(); turn += 1)
      await new Promise((resolve) => requestAnimationFrame(resolve));
  });

/** Each screen may be visited alone, so each creates the passkey that it shows. */
async function requirePasskey(driver: Driver, secret: string | null): Promise<void> {
  await waitForPasskeys(driver);
  if (await driver.has('Remove the passkey Work laptop')) return;
  await driver.click('Add passkey');
  await driver.fill('Name of the passkey', 'Work laptop');
  await driver.click('Continue');
  await confirm(driver, secret);
  await driver.see('was added');
}

/** The account's passkeys; the browser has a virtual authenticator. */
const passkeyShots = (secret: string | null): Shot[] => [
  { ...at('passkeys', 'account', 'Passkeys'), act: (driver) => requirePasskey(driver, secret) },
  {
    ...at('passkey-add', 'account', 'Passkeys'),
    act: async (driver) => {
      await driver.click('Add passkey');
      await driver.see('So that you recognise it later');
    },
  },
  {
    ...at('passkey-remove', 'account', 'Passkeys'),
    act: async (driver) => {
      await requirePasskey(driver, secret);
      await driver.click('Remove the passkey Work laptop');
      await driver.see('It can no longer be used to sign in');
    },
  },
];

/** All screens of the portal in all their states. */
export function screensOf(filled: FilledStage, integration: string): Screens {
  const { approved, inReview } = filled;
  return {
    owner: (secret) => [
      at('home', '', 'Time to decide'),
      {
        ...at('home-tables', '', 'Time to decide'),
        act: async (driver) => {
          for (const chart of ['Statuses', 'How far sessions got', 'Time to decide'])
            await driver.click(`${chart} as a table`);
        },
      },
      ...sessionShots(filled),
      ...listShots(filled, secret),
      at('webhooks', 'webhooks', 'HTTP 500'),
      {
        ...at('webhook', 'webhooks?state=failing', 'HTTP 500'),
        act: async (driver) => {
          await openFirst(driver);
          await driver.see('Body as sent');
        },
      },
      ...integrationShots(integration, secret),
      ...developerShots(integration, filled),
      ...brandingShots(integration),
      ...careShots(filled, integration),
      at('team', 'team', 'Open invitations'),
      {
        ...at('team-invite', 'team', 'Open invitations'),
        act: async (driver) => {
          await driver.click('Invite');
          await driver.see('Invite a colleague');
        },
      },
      ...ssoShots,
      ...organisationShots,
      ...auditShots,
      at('account', 'account', 'Sign-ins'),
      ...passkeyShots(secret),
      pictureShot(filled, reveal),
    ],
    viewer: () => [
      at(
        'viewer-statuses',
        `integrations/${integration}/statuses`,
        'Only owners and admins define statuses.',
      ),
      at('viewer-session', `sessions/${inReview}`, 'What happened'),
      at('viewer-flow', `integrations/${integration}/flow`, 'With your role you can view these settings'),
      at('viewer-branding', `integrations/${integration}/branding`, 'without changing it'),
      at('viewer-sandbox', `integrations/${integration}/sandbox`, 'Owners, admins and developers'),
      at('viewer-requests', 'requests', 'Your role does not include this'),
      at('viewer-exports', 'exports', 'Your role does not include this'),
      at('viewer-team', 'team', 'Your role does not include this'),
    ],
    empty: () => [
      at('home-empty', '', 'Get an integration'),
      at('sessions-empty', 'sessions', 'No sessions yet'),
      at('exports-empty', 'exports', 'No exports yet'),
      at('webhooks-empty', 'webhooks', 'No webhooks yet'),
      at('requests-empty', 'requests', 'No requests yet'),
      at('integrations-empty', 'integrations', 'No integration'),
    ],
    out: ({ invitation }) => outShots(invitation),
    failed: failedShots(approved, integration),
  };
}
