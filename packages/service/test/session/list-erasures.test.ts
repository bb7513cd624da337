import { expect, it } from 'vitest';
import { runOn } from '../../src/bin/run-command.ts';
import { describeApiOnce } from '../support/describe-api.ts';

describeApiOnce('the list of erasures', (given) => {
  const run = (command: string, ...args: string[]) => runOn(given.api.ctx, { command, args });
  const output = async <T>(command: string, ...args: string[]): Promise<T> => {
    const { exitCode, output: printed, note } = await run(command, ...args);
    if (exitCode !== 0) throw new Error(note);
    return printed as T;
  };

  it('lists every erasure of a busy installation with --all, each once and the newest first', async () => {
    const { integrationId } = given.client;
    const { database } = given.api.ctx;
    // Three nights of retention; those of one night share their time to the microsecond, as those of one statement do.
    const perNight = 4_100;
    await database.query(
      `insert into erasure (integration_id, session_id, scope, actor, requested_at, erased_at, files)
       select $1, gen_random_uuid(), 'pictures', 'retention', now() - make_interval(days => night), now(), 2
       from generate_series(0, 2) night, generate_series(1, $2::int)`,
      [integrationId, perNight],
    );
    const list = (...args: string[]) =>
      output<{ sessionId: string; requestedAt: string }[]>(
        'erasures list',
        '--integration',
        integrationId,
        ...args,
      );
    const all = await list('--all');
    expect([all.length, new Set(all.map(({ sessionId }) => sessionId)).size]).toEqual([12_300, 12_300]);
    const times = all.map(({ requestedAt }) => requestedAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(await list('--all', '--since', '36h')).toEqual(all.slice(0, 8_200));
    expect(await list('--limit', '10000')).toEqual(all.slice(0, 10_000));
    expect(await run('erasures list', '--all', '--limit', '10')).toEqual({
      exitCode: 2,
      output: null,
      note: '--all: must not be given together with --limit',
    });
  });
});
