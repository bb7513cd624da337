import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GivenSettings } from '@countersign/service';
import { showSession } from '../../../service/src/usecases/operator/show-session.ts';
import { greySelfie } from '../support/grey-selfie.ts';
import { onePixel } from '../support/one-pixel.ts';
import { type FarEnd, simulatedPlaces, startFarEnd } from '../support/registry-far-end.ts';
import { brazilian, colombian, mexican, type Verification } from '../support/registry-sessions.ts';

const controlToken = 'control-of-the-tests';
/** Every route that a question to a country's registry goes by. */
const routes = {
  Brazil: ['br.gcc', 'br.status', 'br.validate'],
  Mexico: ['mx.ine'],
  Colombia: ['co.ani'],
} as const;

const settings: Readonly<Record<keyof typeof routes, GivenSettings>> = {
  Brazil: { registry: 'BR_CPF', brazil: { name_match: 'on', drivers_license_category_match: 'required' } },
  Mexico: { registry: 'MX_INE' },
  Colombia: { registry: 'CO' },
};

interface Case {
  row: string;
  title: string;
  sent: Verification;
  /** The picture handed in; `null`: none. A good one by default. */
  selfie?: Buffer | null;
  status?: string;
  reasonCode: number;
}

const without = ({ person, document }: Verification, part: 'person' | 'document', name: string) => {
  const parts = { person: { ...(person as object) }, document: { ...(document as object) } };
  Reflect.deleteProperty(parts[part], name);
  return parts;
};
const good = { Brazil: brazilian('90000000175'), Mexico: mexican('999900001') };
const shape = (title: string, number: string, idCardType = 'CC'): Case => ({
  row: 'C2',
  title,
  sent: colombian(number, { idCardType }),
  reasonCode: 529,
});

const cases: Readonly<Record<keyof typeof routes, readonly Case[]>> = {
  Brazil: [
    {
      row: 'B1',
      title: 'a required category is missing',
      sent: without(good.Brazil, 'document', 'category'),
      reasonCode: 903,
    },
    {
      row: 'B2',
      title: 'the CPF is missing',
      sent: without(good.Brazil, 'person', 'idNumber'),
      reasonCode: 903,
    },
    { row: 'B3', title: 'there is no selfie', sent: good.Brazil, selfie: null, reasonCode: 903 },
    { row: 'B4', title: 'the CPF fails its check digits', sent: brazilian('90000000176'), reasonCode: 902 },
    { row: 'B4', title: 'the CPF is one digit repeated', sent: brazilian('11111111111'), reasonCode: 902 },
    { row: 'B4', title: 'the CPF is too short', sent: brazilian('9000000017'), reasonCode: 902 },
    {
      row: 'B4',
      title: 'the CPF is a persona of test integrations',
      sent: brazilian('12345678900'),
      reasonCode: 902,
    },
    {
      row: 'B9',
      title: 'the selfie is too small for any registry',
      sent: good.Brazil,
      selfie: onePixel,
      status: 'resubmission_requested',
      reasonCode: 202,
    },
  ],
  Mexico: [
    { row: 'M1', title: 'there is no consent', sent: mexican('999900001', []), reasonCode: 640 },
    {
      row: 'M1',
      title: 'consent was refused',
      sent: mexican('999900001', [{ type: 'ine', approved: false }]),
      reasonCode: 640,
    },
    {
      row: 'M1',
      title: 'one of two consents was refused',
      sent: mexican('999900001', [
        { type: 'ine', approved: true },
        { type: 'ine', approved: false },
      ]),
      reasonCode: 640,
    },
    {
      row: 'M2',
      title: 'the CIC is missing',
      sent: { ...without(good.Mexico, 'document', 'number'), consents: [{ type: 'ine', approved: true }] },
      reasonCode: 902,
    },
    { row: 'M3', title: 'there is no selfie', sent: good.Mexico, selfie: null, reasonCode: 581 },
    {
      row: 'M7',
      title: 'the selfie is too small for any registry',
      sent: good.Mexico,
      selfie: onePixel,
      status: 'resubmission_requested',
      reasonCode: 202,
    },
  ],
  Colombia: [
    shape('a citizen’s card has two digits', '90'),
    shape('a citizen’s card has eleven digits', '90000000011'),
    shape('a citizen’s card has a letter', '90000000A1'),
    shape('a minor’s card has nine digits', '900000001', 'TI'),
    { ...shape('there is no connector for foreigners’ cards', '900001', 'CE'), row: 'C1', reasonCode: 544 },
  ],
};

let farEnd: FarEnd | undefined;
const running = () => {
  if (!farEnd) throw new Error('the service of these tests has not started');
  return farEnd;
};
beforeAll(async () => {
  farEnd = await startFarEnd('pglite', simulatedPlaces, { controlToken });
});
afterEach(() => running().simulator.control.reset());
afterAll(() => farEnd?.close());

describe.each(['Brazil', 'Mexico', 'Colombia'] as const)('the registry of %s is not called', (country) => {
  const decisionOn = async ({ sent, selfie = greySelfie }: Pick<Case, 'sent' | 'selfie'>) => {
    const { service } = running();
    const live = { mode: 'live', settings: { identityVerification: false, ...settings[country] } } as const;
    const { client, integrationId } = await service.integrate(live);
    const sessionId = await client.createSession(sent);
    if (selfie !== null && country !== 'Colombia')
      await client.uploadMedia(sessionId, { context: 'face', bytes: selfie });
    await client.submit(sessionId);
    const { body } = await client.waitForDecision(sessionId);
    const shown = await showSession(service.ctx)({ integrationId, sessionId });
    if (shown.outcome !== 'shown') throw new Error('the operator cannot see the session');
    return { decision: body.verification, check: shown.session.registries[0] };
  };

  /** Status of POST /__sim/assert: 200 when a route was called that often, else 409. */
  const asserted = async (route: string, calls: number): Promise<number> => {
    const response = await fetch(`${running().simulator.url}/__sim/assert`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ route, calls }),
    });
    return response.status;
  };
  const neverCalled = () => Promise.all(routes[country].map((route) => asserted(route, 0)));

  it.each(cases[country])(
    'where $title ($row)',
    async ({ row, sent, selfie, status = 'declined', reasonCode }) => {
      const { decision, check } = await decisionOn({ sent, ...(selfie !== undefined && { selfie }) });
      expect(decision).toMatchObject({ status, reasonCode });
      expect(check?.row).toBe(row);
      expect(await neverCalled()).toEqual(routes[country].map(() => 200));
    },
  );

  it('but is where everything is there', async () => {
    const sent = country === 'Colombia' ? colombian('9000000001') : good[country];
    expect((await decisionOn({ sent })).decision).toMatchObject({ status: 'approved' });
    expect(await neverCalled()).toEqual(routes[country].map(() => 409));
  });
});
