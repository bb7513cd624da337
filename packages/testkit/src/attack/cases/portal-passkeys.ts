import { randomBytes } from 'node:crypto';
import type { Deviation } from '../../software-authenticator.ts';
import type { AttackCase, Build } from '../attack-case.ts';
import { beginPasskey, callPortal, expectPortal, peopleOf, portalRequest } from '../portal-people.ts';
import type { PortalPeople } from '../portal-person.ts';
import type { Target } from '../target.ts';
import { refusedBy, row } from './portal-row.ts';

const refused = refusedBy(401, 'wrong-passkey');
const [begin, path] = ['/sign-in/passkey/begin', '/sign-in/passkey'];
const challenge = (): string => randomBytes(32).toString('base64url');

/** Signs in with the owner's passkey, as the owner would. */
async function signIn(target: Target): Promise<number> {
  const { owner } = peopleOf(target);
  const body = owner.device.use(await beginPasskey(target.address, null, begin));
  return (await callPortal(target.address, null, { path, body })).status;
}

/**
 * A rejected passkey. Afterwards the right one must still sign in: rejections do not lock the account, and the attempts of the
 * cases do not add up.
 */
function refusedCase(name: string, build: Build): AttackCase {
  const one = row(name, ['S01'], { holds: refused, build });
  return {
    ...one,
    attack: async (target) => {
      const seen = await one.attack(target);
      const status = await signIn(target);
      return status === 200
        ? seen
        : { ...seen, finding: `afterwards the right passkey is answered ${status}` };
    },
  };
}

type Wrong = Deviation | ((people: PortalPeople) => Deviation);

/** Signed data that deviates from the request. */
const deviations: readonly (readonly [name: string, wrong: Wrong])[] = [
  ['a challenge of the attacker’s own', { challenge: challenge() }],
  ['an empty challenge', { challenge: '' }],
  ['the origin of another site', { origin: 'https://evil.example' }],
  ['an origin that begins like ours', { origin: 'http://localhost.evil.example' }],
  ['our origin over HTTPS', { origin: 'https://localhost' }],
  ['our origin with a port', { origin: 'http://localhost:8443' }],
  ['the origin “null”', { origin: 'null' }],
  ['a frame of another site', { crossOrigin: true }],
  ['a signature for another host', { rpId: 'evil.example' }],
  ['a registration in place of a sign-in', { type: 'webauthn.create' }],
  ['a person that the device did not verify', { flags: 1 }],
  ['a person who is not present', { flags: 4 }],
  ['no account', { userHandle: null }],
  ['the account of a stranger', ({ stranger }) => ({ userHandle: stranger.device.userHandle })],
  ['bytes that were changed after they were signed', { spoil: (bytes) => Buffer.concat([bytes, bytes]) }],
];

const signedWrongly: readonly AttackCase[] = deviations.map(([name, wrong]) =>
  refusedCase(`passkey: ${name}`, async (target) => {
    const people = peopleOf(target);
    const wanted = await beginPasskey(target.address, null, begin);
    const given = typeof wrong === 'function' ? wrong(people) : wrong;
    return portalRequest(null, { path, body: people.owner.device.use(wanted, given) });
  }),
);

/** Data that would be right for another attempt, purpose or person. */
const misplaced: readonly AttackCase[] = [
  refusedCase('passkey: the challenge of another attempt', async (target) => {
    const { owner } = peopleOf(target);
    const [one, other] = [
      await beginPasskey(target.address, null, begin),
      await beginPasskey(target.address, null, begin),
    ];
    const body = owner.device.use({ ...one, options: other.options });
    return portalRequest(null, { path, body });
  }),
  refusedCase('passkey: a sign-in sent once more', async (target) => {
    const { owner } = peopleOf(target);
    const body = owner.device.use(await beginPasskey(target.address, null, begin));
    await expectPortal(target.address, null, { path, body });
    return portalRequest(null, { path, body });
  }),
  refusedCase('passkey: a confirmation used to sign in', async (target) => {
    const { owner } = peopleOf(target);
    const wanted = await beginPasskey(target.address, owner, '/step-up/passkey/begin');
    return portalRequest(null, { path, body: owner.device.use(wanted) });
  }),
  refusedCase('passkey: a sign-in used to confirm', async (target) => {
    const { owner } = peopleOf(target);
    const wanted = await beginPasskey(target.address, null, begin);
    return portalRequest(owner, { path: '/step-up/passkey', body: owner.device.use(wanted) });
  }),
  refusedCase('passkey: a confirmation with the passkey of a stranger', async (target) => {
    const { owner, stranger } = peopleOf(target);
    const wanted = await beginPasskey(target.address, owner, '/step-up/passkey/begin');
    return portalRequest(owner, { path: '/step-up/passkey', body: stranger.device.use(wanted) });
  }),
  refusedCase('passkey: a confirmation of a stranger’s attempt', async (target) => {
    const { owner, stranger } = peopleOf(target);
    const wanted = await beginPasskey(target.address, stranger, '/step-up/passkey/begin');
    return portalRequest(owner, { path: '/step-up/passkey', body: owner.device.use(wanted) });
  }),
  refusedCase('passkey: adding one in a stranger’s attempt', async (target) => {
    const { owner, stranger } = peopleOf(target);
    const begun = await expectPortal(target.address, stranger, { path: '/me/passkeys/begin' });
    const body = owner.device.copy().make(begun.json as never, 'Mine');
    return portalRequest(owner, { path: '/me/passkeys', body });
  }),
  refusedCase('passkey: a credential that there is not', async (target) => {
    const { owner } = peopleOf(target);
    const device = owner.device.copy();
    device.id = randomBytes(32);
    return portalRequest(null, { path, body: device.use(await beginPasskey(target.address, null, begin)) });
  }),
];

/** Passkeys that are rejected. */
export const portalPasskeyCases: readonly AttackCase[] = [
  ...signedWrongly,
  ...misplaced,
  row('passkey: removing that of a stranger', ['S01'], {
    holds: refusedBy(404, 'not-found'),
    build: async (target) => {
      const { owner, stranger } = peopleOf(target);
      const { json } = await expectPortal(target.address, stranger, { method: 'GET', path: '/me/passkeys' });
      const [first] = json['rows'] as { id: string }[];
      return portalRequest(owner, { method: 'DELETE', path: `/me/passkeys/${first?.id}` });
    },
  }),
];
