import type { AttackCase, Build } from '../attack-case.ts';
import { beginPasskey, callPortal, expectPortal, peopleOf, portalRequest } from '../portal-people.ts';
import type { PortalPerson } from '../portal-person.ts';
import type { Target } from '../target.ts';
import { refusedBy, row } from './portal-row.ts';

const path = '/organisation';

/** Name and rules of the organisation in the format of a change, and the address that this program calls from. */
async function rulesOf(
  { address }: Target,
  person: PortalPerson,
): Promise<{ rules: object; ownAddress: unknown }> {
  const { json } = await expectPortal(address, person, { method: 'GET', path });
  const { ownAddress, withoutSecondStep: _, retention: __, sessionLimits: ___, ...rules } = json;
  return { rules, ownAddress };
}

async function allow(target: Target, addresses: readonly unknown[]): Promise<void> {
  const { stranger } = peopleOf(target);
  const { rules } = await rulesOf(target, stranger);
  const body = { ...rules, allowedAddresses: addresses };
  await expectPortal(target.address, stranger, { method: 'PUT', path, body });
}

/**
 * Sends a stranger's request from an address that the organisation does not allow; every case has its own address. Meanwhile the
 * allowed address must be served, and afterwards the list is empty again.
 */
function outside(name: string, build: Build): AttackCase {
  const one = row(name, ['S01', 'S02'], { holds: refusedBy(403, 'address-refused'), build });
  return {
    ...one,
    attack: async (target) => {
      const { stranger } = peopleOf(target);
      const { ownAddress } = await rulesOf(target, stranger);
      await allow(target, [ownAddress]);
      try {
        const seen = await one.attack(target);
        const { status } = await callPortal(target.address, stranger, { method: 'GET', path });
        return status === 200 ? seen : { ...seen, finding: `the allowed address is answered ${status}` };
      } finally {
        await allow(target, []);
      }
    },
  };
}

/** Headers in which a client may claim the allowed address. No proxy is trusted here, so none of these has an effect. */
const claims: readonly (readonly [name: string, headers: readonly (readonly [string, string])[]])[] = [
  ['and claims nothing', []],
  ['and claims an allowed one in X-Forwarded-For', [['x-forwarded-for', '127.0.0.1']]],
  [
    'and claims an allowed one at both ends of X-Forwarded-For',
    [['x-forwarded-for', '127.0.0.1, 198.51.100.7, 127.0.0.1']],
  ],
  [
    'and claims an allowed one in two X-Forwarded-For',
    [
      ['x-forwarded-for', '198.51.100.7'],
      ['x-forwarded-for', '127.0.0.1'],
    ],
  ],
  [
    'and claims an allowed one in other headers',
    [
      ['forwarded', 'for=127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['x-client-ip', '127.0.0.1'],
      ['true-client-ip', '127.0.0.1'],
      ['cf-connecting-ip', '127.0.0.1'],
    ],
  ],
];

/** The address list of an organisation applies to signed-in people and to sign-ins. */
export const portalAddressCases: readonly AttackCase[] = [
  ...claims.map(([name, headers]) =>
    outside(`addresses: a sign-in is used outside the list, ${name}`, (target) =>
      portalRequest(peopleOf(target).stranger, { method: 'GET', path: '/sessions', headers }),
    ),
  ),
  outside('addresses: a passkey is used outside the list', async (target) => {
    const { stranger } = peopleOf(target);
    const body = stranger.device.use(await beginPasskey(target.address, null, '/sign-in/passkey/begin'));
    const headers = [['x-forwarded-for', '127.0.0.1']] as const;
    return portalRequest(null, { path: '/sign-in/passkey', body, headers });
  }),
];
