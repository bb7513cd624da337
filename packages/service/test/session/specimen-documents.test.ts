import { expect, it } from 'vitest';
import { describeApiOnce } from '../support/describe-api.ts';
import { seeing, verify } from '../support/decide.ts';
import { seenPictures } from '../support/findings.ts';
import { settingsOf } from '../../src/settings/integration-settings.ts';

describeApiOnce('a document of the state of specimens (A-385)', (given) => {
  /** The decision about a passport of `UTO`. */
  async function decided(settings: { specimenDocuments: boolean; declineUnsupported?: boolean }) {
    const client = await given.api.integrate({
      mode: 'live',
      settings: { granularReasonCodes: true, ...settings },
    });
    const id = await client.createSession({});
    await client.submit(id);
    await verify(given.api, id, seeing(seenPictures()));
    const { status, reasonCode } = (await client.decision(id)).json.verification;
    return [status, reasonCode];
  }

  it('is accepted by test integrations alone, unless set otherwise', () => {
    expect(settingsOf('live', {}).specimenDocuments).toBe(false);
    expect(settingsOf('test', {}).specimenDocuments).toBe(true);
  });

  it('is an unsupported document where it is not accepted', async () => {
    expect(await decided({ specimenDocuments: false })).toEqual(['resubmission_requested', 602]);
    expect(await decided({ specimenDocuments: false, declineUnsupported: true })).toEqual(['declined', 510]);
  });

  it('is one like any other where it is', async () => {
    expect(await decided({ specimenDocuments: true })).toEqual(['approved', null]);
  });
});
