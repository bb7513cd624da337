import { startSimulator } from '@countersign/registry-simulator';
import { afterAll, expect, it } from 'vitest';
import { describeService } from '../support/each-engine.ts';
import { genuineWebhook, standalone, told } from '../support/registry-personas.ts';
import { brazilian, colombian, mexican, type Verification } from '../support/registry-sessions.ts';

const simulator = await startSimulator();
afterAll(() => simulator.close());

const forced = (verification: Verification, firstName: string): Verification => ({
  ...verification,
  person: { ...(verification['person'] as object), firstName },
});

describeService(
  'a first name that forces the outcome (A-102)',
  (running) => {
    it.each([
      ['Approve', { status: 'approved', code: 9001, reasonCode: null }],
      ['decline', { status: 'declined', code: 9102, reasonCode: 102 }],
      [' RESUBMIT ', { status: 'resubmission_requested', code: 9103, reasonCode: 201 }],
      ['Expire', { status: 'expired', code: 9104, reasonCode: null }],
      ['Abandon', { status: 'abandoned', code: 9104, reasonCode: null }],
      ['Review', { status: 'review', code: 9121, reasonCode: null }],
    ])('comes before every registry persona: %j', async (firstName, outcome) => {
      // People whom the registry would decide on otherwise.
      const brazil = await told(running(), await standalone(running(), 'BR_CPF'), {
        verification: forced(brazilian('12345678901'), firstName),
      });
      expect(brazil.decision).toMatchObject(outcome);
      expect(brazil.decision['registryValidations']).toEqual({});
      const mexico = await told(running(), await standalone(running(), 'MX_INE'), {
        verification: forced(mexican('999900004'), firstName),
      });
      expect(mexico.decision).toMatchObject(outcome);
      expect(mexico.decision['registryValidations']).toEqual({});
      const colombia = await told(running(), await standalone(running(), 'CO'), {
        verification: forced(colombian('9000000006'), firstName),
        selfie: false,
      });
      expect(colombia.decision).toMatchObject(outcome);
      expect(colombia.decision['additionalVerifiedData']).toEqual({});
      for (const { webhook } of [brazil, mexico, colombia]) expect(webhook).toEqual(genuineWebhook);
      expect(simulator.control.counters()).toEqual({});
    });
  },
  { env: { SIMULATOR_URL: simulator.url } },
);
