import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { describeApiOnce } from '../support/describe-api.ts';
import { describeAlone, isNightly, openBeside, rowsByDay } from '../support/engines.ts';
import { propertySeed } from '../support/property-seed.ts';
import { type ForcedName, forcedNames, SessionModel } from '../support/session-model.ts';
import {
  atProcess,
  meet,
  operationOf,
  operations,
  type Pair,
  pairOf,
  seen,
} from '../support/session-operations.ts';

/** What moves a session on happens more often. */
const weights: Readonly<Record<string, number>> = { submit: 6, check: 8, upload: 3, end: 3, 'ask-again': 2 };
const names = Object.keys(operations).flatMap((name) => Array<string>(weights[name] ?? 1).fill(name));

/**
 * Does these one after the other, each at the next process, and compares what each answers and what is seen after it at the process before.
 * @param pairs the session at each process
 */
async function walk(pairs: readonly [Pair, ...Pair[]], walked: readonly string[]): Promise<void> {
  const [{ firstName, model }] = pairs;
  for (const [place, name] of walked.entries()) {
    const { act, expected } = operationOf(name);
    const at = `${firstName}: ${walked.slice(0, place + 1).join(', ')}`;
    const [here, there] = [place, place + 1].map((turn) => pairs[turn % pairs.length] ?? pairs[0]);
    const answer = await act(here ?? pairs[0]);
    const modelAnswer = expected(model);
    expect({ at, answer, ...(await seen(there ?? pairs[0])) }).toEqual({
      at,
      answer: modelAnswer,
      ...model.seen(),
    });
  }
}

interface State {
  state: string;
  firstName: ForcedName;
  /** What has led to it. */
  before: string[];
}

const resubmission = ['submit', 'check'];
const states: readonly State[] = [
  { state: 'created', firstName: 'Approve', before: [] },
  { state: 'overdue', firstName: 'Approve', before: ['advance 691200 s'] },
  { state: 'started', firstName: 'Approve', before: ['start'] },
  { state: 'submitted', firstName: 'Resubmit', before: ['submit'] },
  { state: 'to be resubmitted', firstName: 'Resubmit', before: resubmission },
  { state: 'being resubmitted', firstName: 'Resubmit', before: [...resubmission, 'upload'] },
  { state: 'not resubmitted in time', firstName: 'Resubmit', before: [...resubmission, 'advance 301 s'] },
  { state: 'in review', firstName: 'Review', before: ['submit', 'check'] },
  { state: 'approved', firstName: 'Approve', before: ['submit', 'check'] },
  { state: 'announced', firstName: 'Approve', before: ['submit', 'check', 'deliver'] },
  { state: 'on hold', firstName: 'Approve', before: ['submit', 'check', 'deliver', 'hold'] },
  { state: 'deleted', firstName: 'Approve', before: ['submit', 'check', 'remove'] },
];

/** Meetings of a day; by night everything meets everything in every state. */
const daily: ReadonlySet<string> = new Set([
  'created: submit and remove',
  'created: remove and upload',
  'overdue: end and submit',
  'overdue: submit and end',
  'submitted: check and remove',
  'to be resubmitted: upload and submit',
  'to be resubmitted: remove and submit',
  'being resubmitted: submit and upload',
  'not resubmitted in time: end and upload',
  'in review: approve and ask-again',
  'in review: approve and remove',
  'announced: redact and remove',
  'announced: report and redact',
  'announced: hold and remove',
]);

const meeting = ['upload', 'collect', 'submit', 'open', 'check', 'end', 'remove', 'redact', 'erase'].concat([
  'report',
  'hold',
  'approve',
  'ask-again',
  'deliver',
]);
const meetings = states.flatMap((state) =>
  meeting.flatMap((first) => meeting.map((second) => ({ ...state, first, second }))),
);

/** Both orders in which two operations may have happened, each with what is seen after it. */
const orders = ({ firstName, before, first, second }: (typeof meetings)[number]) =>
  [true, false].map((isFirst) => {
    const model = new SessionModel(firstName);
    const does = (name: string) => operationOf(name).expected(model);
    for (const name of before) does(name);
    const one = isFirst ? does(first) : null;
    const other = does(second);
    const answers = [one ?? does(first), other];
    does('end');
    return { answers, ...model.seen() };
  });

describeApiOnce(
  'a session (A-96 to A-99)',
  (given) => {
    /** On PostgreSQL another service, with connections, keys and settings of its own; on the embedded engine the only one. */
    let other: TestApi;
    const closing: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      const { ctx } = (other = given.api);
      if (given.engine === 'pglite') return;
      const database = await openBeside(ctx.database);
      other = await startApi(database, {}, { dataDir: ctx.config.dataDir });
      closing.push(other.close, database.close);
    });
    afterAll(async () => {
      for (const close of closing) await close();
    });

    it(
      'answers, moves and owes webhooks as its model does, in whatever order things come and at whichever process (I2, I6)',
      { timeout: 1_800_000 },
      async () => {
        const firstNames = fc.constantFrom(...(Object.keys(forcedNames) as ForcedName[]));
        const walks = fc.array(fc.constantFrom(...names), { minLength: 12, maxLength: 24, size: 'max' });
        const drawn = fc.sample(fc.tuple(firstNames, walks), {
          numRuns: isNightly ? 300 : 15,
          seed: propertySeed,
        });
        // By day as many as a machine in use comes to, and one at least.
        const end = performance.now() + (isNightly ? Infinity : 5_000);
        for (const [at, [firstName, walked]] of drawn.entries())
          if (at === 0 || performance.now() < end) {
            const pair = await pairOf(given, firstName);
            await walk([pair, await atProcess(pair, other)], walked);
          }
      },
    );

    const named = ({ state, first, second }: (typeof meetings)[number]) => `${state}: ${first} and ${second}`;
    it.each(rowsByDay(meetings, (row) => daily.has(named(row))))(
      '$state: of $first and $second that meet at two processes one is before the other (R3, R4)',
      async (row) => {
        const pair = await pairOf(given, row.firstName);
        const there = await atProcess(pair, other);
        await walk([pair, there], row.before);
        const answers = await meet(pair, [row.first, row.second], there);
        // What the upkeep left alone because another had the session it does in its next round.
        await operationOf('end').act(pair);
        const found = await seen(pair);
        expect(orders(row)).toContainEqual({ answers, ...found });
        expect(await seen(there)).toEqual(found);
      },
    );
  },
  { on: describeAlone },
);
