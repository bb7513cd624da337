import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Answer, TestIntegration, TestService } from '../../src/index.ts';

/** Milliseconds from the end of an outage to the first request served (F12). */
export const recoveryLimit = 5_000;

export const approved = { firstName: 'Approve', lastName: 'Maasikas', dateOfBirth: '1991-03-14' };

/** A service and an integration of it. */
export interface Stage {
  service: TestService;
  integration: TestIntegration;
}

export type Created = Answer<{ verification: { id: string } }>;

export const create = ({ integration }: Stage): Promise<Created> =>
  integration.client.call({
    method: 'POST',
    path: '/sessions',
    body: { verification: { person: approved } },
    sign: null,
  });

export async function countRows(
  { service }: Pick<Stage, 'service'>,
  statement: string,
  values: unknown[] = [],
) {
  const [row] = await service.ctx.database.query<{ count: number }>(statement, values);
  return row?.count;
}

/** Resolves when a creation succeeds; @returns the milliseconds that took */
export async function recovered(stage: Stage): Promise<number> {
  const start = performance.now();
  while ((await create(stage)).status !== 201) await sleep(20);
  return performance.now() - start;
}

export interface Creating {
  answers: { status: number; retryAfter: string | null; id: string }[];
  stop(): Promise<void>;
}

/** Clients that create sessions until told to stop, and what they were told. */
export function startCreating(stage: Stage, clients: number): Creating {
  const answers: Creating['answers'] = [];
  let stopped = false;
  const one = async () => {
    while (!stopped) {
      const { status, headers, body } = await create(stage);
      const id = status === 201 ? body.verification.id : '';
      answers.push({ status, retryAfter: headers.get('retry-after'), id });
      await sleep(status === 201 ? 5 : 20);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, one));
  return {
    answers,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

/** Nothing but 201 and 503 with Retry-After was said; what was acknowledged is there, and nothing is there by half. */
export async function expectNothingLost(stage: Stage, { answers }: Pick<Creating, 'answers'>) {
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  const made = answers.flatMap(({ id }) => (id === '' ? [] : [id]));
  expect(made.length).toBeGreaterThan(5);
  const found = `select count(*)::int as count from session where id = any($1::uuid[])`;
  expect(await countRows(stage, found, [made])).toBe(made.length);
  const halves = `select count(*)::int as count from session s
    where not exists (select 1 from attempt a where a.session_id = s.id)
      or (select count(*) from audit u where u.session_id = s.id and u.action = 'create-session') <> 1`;
  expect(await countRows(stage, halves)).toBe(0);
  return { made: made.length, refused: refused.length };
}
