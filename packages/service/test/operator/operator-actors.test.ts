import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('commands under a name', (given) => {
  const output = async <T>(command: string, ...args: string[]): Promise<T> => {
    const {
      exitCode,
      output: printed,
      note,
    } = await runOn(given.api.ctx, {
      command,
      args: [...args, ...(command === 'audit list' ? [] : ['--by', 'ada'])],
    });
    if (exitCode !== 0) throw new Error(`${command}: exit ${exitCode}: ${note}`);
    return printed as T;
  };
  const logOf = async (integrationId: string) => {
    const log = await output<{ action: string; actor: string }[]>(
      'audit list',
      '--integration',
      integrationId,
    );
    return log.map(({ action, actor }) => `${action} ${actor}`);
  };

  it('record who changed an integration, its keys and its webhook URLs', async () => {
    const { integrationId } = await given.api.integrate();
    await output('integration configure', integrationId, '--set', 'riskLabels=true');
    await output('integration screening', integrationId, '--set', 'matchThreshold=85');
    await output('integration deactivate', integrationId);
    await output('integration activate', integrationId);
    const { keyId } = await output<{ keyId: string }>('keys add', integrationId, '--label', '2027');
    await output('keys promote', integrationId, keyId);
    await output('webhooks set-url', integrationId, 'decision', 'https://shop.example.com/webhooks');
    await output('webhooks pause', integrationId, 'decision');
    await output('webhooks resume', integrationId, 'decision');
    expect((await logOf(integrationId)).filter((entry) => !entry.startsWith('create-integration'))).toEqual([
      'resume-endpoint cli:ada',
      'pause-endpoint cli:ada',
      'set-webhook-url cli:ada',
      'promote-key cli:ada',
      'add-key cli:ada',
      'configure-integration cli:ada',
      'configure-integration cli:ada',
      'configure-integration cli:ada',
      'configure-integration cli:ada',
    ]);
  });

  it('record who released a parked job', async () => {
    const client = await given.api.integrate();
    const sessionId = await client.createSession();
    await client.submit(sessionId);
    await given.api.ctx.database.query('update job set parked_at = now() where session_id = $1', [sessionId]);
    await output('job release', sessionId);
    expect((await logOf(client.integrationId))[0]).toBe('release-job cli:ada');
  });
});
