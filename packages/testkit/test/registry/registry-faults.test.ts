import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultCase, faultCases } from '../../../registry-simulator/test/simulator-fault-cases.ts';
import { faultTable } from '../../../registry-simulator/src/server/fault-table.ts';
import { byNight, isNightly, type Engine, systemEngines } from '../../../service/test/support/engines.ts';
import { writtenReport } from '../../../core/test/coverage-report.ts';
import {
  type FarEnd,
  genericPlaces,
  guardedPlaces,
  simulatedPlaces,
  startFarEnd,
} from '../support/registry-far-end.ts';
import {
  distrusted,
  expectedOf,
  refusals,
  repeated,
  sayings,
} from '../support/registry-fault-expectations.ts';
import {
  genericColumns,
  guardedColumns,
  openRange,
  ownColumns,
  type Strike,
  strikesOf,
  type Told,
} from '../support/registry-fault-matrix.ts';
import { faultReport } from '../support/registry-fault-report.ts';

const isSignature = ({ fault }: { fault: string }) => fault.startsWith('sig.');
/** What differs from connector to connector: how an answer is read. How it is reached is the same for all. */
const isRead = ({ fault, params }: FaultCase) =>
  fault.startsWith('body.') ||
  [
    'net.refuse',
    'net.hang',
    'net.reset_mid_body',
    'auth.always_401',
    'business.error',
    'maintenance',
  ].includes(fault) ||
  (fault === 'http.status' && JSON.stringify(params) === '{"status":503}');
/** The nested form of the archive is reached like the flat one, and read otherwise. */
const isTold = ({ fault, column }: Strike) => column.way !== 'ANI nested' || isRead(fault);
const strikes = {
  own: strikesOf([...faultCases, ...refusals, ...sayings], ownColumns).filter(isTold),
  guarded: strikesOf([...faultCases.filter(isSignature), ...distrusted, ...repeated], guardedColumns),
  generic: strikesOf(faultCases.filter(isRead), genericColumns),
};
/** What each session's client was told. */
const told = new Map<Strike, Told>();

/** One fault for each way in which the flow goes on; what a fault is taken for does not rest on the database. */
const representative: ReadonlySet<string> = new Set([
  'net.reset_before_headers',
  'net.reset_mid_body',
  'http.html_gateway',
  'auth.always_401',
  'body.null',
  'body.extra_keys',
  'dv.code',
]);

const isFirstOfItsKind = (strike: Strike, index: number, all: readonly Strike[]): boolean =>
  representative.has(strike.fault.fault) &&
  all.findIndex(({ fault, column }) => fault.fault === strike.fault.fault && column === strike.column) ===
    index;

/** A service under fire, and what its clients are to be told. */
function describeStrikes(name: string, { engine = 'pglite', places, falling }: Fire): void {
  describe(`${name} [${engine}]`, () => {
    let farEnd: FarEnd | undefined;
    let here: Map<Strike, Told> = new Map();
    beforeAll(async () => {
      farEnd = await startFarEnd(engine, places);
      const range = await openRange(farEnd);
      here = await range.strike(falling);
      if (engine === 'pglite') for (const [strike, what] of here) told.set(strike, what);
    }, 300_000);
    afterAll(() => farEnd?.close());

    const cases = falling.map((strike) => {
      const { fault, column } = strike;
      const expected = expectedOf(fault.outcome, column);
      const title = `${fault.fault} ${JSON.stringify(fault.params ?? {})}`;
      return { title, at: column.title, ...expected, expected, strike };
    });
    it.each(cases)('$title in $at is $classified: $decision (F20, S11)', ({ strike, expected }) => {
      expect(here.get(strike)).toEqual(expected);
    });

    it('loses no session and sends no decision twice (F20)', async () => {
      if (!farEnd) throw new Error('the service of these tests has not started');
      const { service } = farEnd;
      const left = () =>
        service.ctx.database.query(
          `select (select count(*)::int from session) as sessions, (select count(*)::int from decision) as decisions,
           (select count(*)::int from webhook where type = 'decision') as webhooks,
           (select count(*)::int from webhook where state <> 'delivered') as due, (select count(*)::int from job) as jobs`,
        );
      const count = falling.length;
      // That the last webhook was taken is written down a moment after it was.
      await expect
        .poll(left)
        .toEqual([{ sessions: count, decisions: count, webhooks: count, due: 0, jobs: 0 }]);
      expect(service.receiver.received.filter(({ path }) => path === '/decision')).toHaveLength(count);
    });
  });
}

interface Fire {
  engine?: Engine;
  places: Parameters<typeof startFarEnd>[1];
  falling: readonly Strike[];
}

byNight(() => {
  describeStrikes('a live check while its registry is broken', {
    places: simulatedPlaces,
    falling: strikes.own,
  });
  describeStrikes('a live check behind TLS, with signatures and repetitions', {
    places: guardedPlaces,
    falling: strikes.guarded,
  });
  describeStrikes('a live check through a broken generic connector', {
    places: genericPlaces,
    falling: strikes.generic,
  });
});
// The same strikes on another engine; by day those alone.
for (const engine of systemEngines().filter((name) => name === 'postgres' || !isNightly))
  describeStrikes('a live check while its registry is broken', {
    engine,
    places: simulatedPlaces,
    falling: strikes.own.filter(isFirstOfItsKind),
  });

byNight(() => {
  describe('the matrix of faults', () => {
    const all = [...strikes.own, ...strikes.guarded, ...strikes.generic];

    it.each(['br', 'mx', 'co'] as const)(
      'has every fault of the simulator for %s that it can have',
      (country) => {
        const tried = new Set(
          all.filter(({ column }) => column.country === country).map(({ fault }) => fault.fault),
        );
        const missing = Object.keys(faultTable).filter((fault) => !tried.has(fault));
        expect(missing).toEqual(unknownTo[country]);
      },
    );

    it('approves only where the registry counts as having answered by the tables (F20)', () => {
      const approved = all.filter((strike) => told.get(strike)?.decision === 'approved');
      expect(approved.filter(({ fault }) => fault.outcome.kind !== 'answered')).toEqual([]);
      expect(told.size).toBe(all.length);
    });

    it('never reports an outage as a person not found', () => {
      const outages = all.filter(({ fault }) =>
        ['unavailable', 'technical'].includes(fault.outcome.kind ?? ''),
      );
      const wrong = outages.filter((strike) => / (902|529)$/.test(told.get(strike)?.decision ?? ''));
      expect(wrong).toEqual([]);
    });

    it('is the one that docs/guides/registry-coverage.md shows', async () => {
      // Half a matrix is none: it is not to be written down.
      expect(told.size).toBe(all.length);
      const { text, file } = writtenReport({ faults: faultReport(strikes, told) });
      await expect(text).toMatchFileSnapshot(file);
    });
  });
});

/** INE's answers carry signatures and no bearer token, Colombia's neither comparisons nor scores. */
const unknownTo = {
  br: ['sig.invalid', 'sig.missing'],
  mx: ['auth.expired_once', 'auth.token_down', 'auth.token_garbage', 'auth.token_no_expiry'],
  co: [
    'body.bool_as_string',
    'body.similarity_percent',
    'body.similarity_comma',
    'sig.invalid',
    'sig.missing',
  ],
};
