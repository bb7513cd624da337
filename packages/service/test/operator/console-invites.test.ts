import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { consoleRunner } from '../../src/bin/console/run-console-verb.ts';
import { commandTable } from '../../src/bin/verbs.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { newOrganisation } from '../support/portal-organisation.ts';

describeApiOnce('an invitation from the console', (given) => {
  const run = (options: Record<string, string | true>) => {
    const { ctx } = given.api;
    const runner = consoleRunner({
      config: ctx.config,
      verbs: commandTable.verbs,
      operator: 'ada',
      runData: (request) => runOn(ctx, request),
    });
    return runner({ verb: 'portal invite', arguments: ['owner@example.com'], options });
  };

  it('goes by e-mail or not at all: no page gets its link', async () => {
    const { name } = await newOrganisation(given.api);
    const answer = await run({ organisation: name, role: 'owner' });
    expect([answer.status, answer.note]).toEqual([409, expect.stringMatching(/^SMTP_URL: must be set/)]);
    expect(JSON.stringify(answer)).not.toContain('/invitations/');
  });

  it.each(['mail', 'reveal'])('takes no --%s from a page', async (option) => {
    const answer = await run({ organisation: 'Example Ltd', role: 'owner', [option]: true });
    expect([answer.status, answer.output]).toEqual([403, null]);
  });
});
