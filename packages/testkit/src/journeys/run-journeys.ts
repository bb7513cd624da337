import { drawScenes, launchBrowser, scriptedCamera } from '@countersign/browser-kit';
import { startTestService, type TestService } from '../test-service.ts';
import { type FaultGate, type GateFault, gateFaults, openFaultGate, reportPath } from './fault-gate.ts';
import { type Chance, type JourneyEnd, runJourney } from './journey.ts';

export interface JourneysOptions {
  count: number;
  seed: number;
  /** Number of simultaneous journeys. */
  atOnce: number;
  /** Probability of a fault at each request of the flow. */
  faultRate: number;
  /** Probability of an interruption at each step of a person. */
  interruptionRate: number;
  databaseUrl: string | null;
  /** Ends the run early; unfinished journeys are not counted. */
  stop?: AbortSignal;
  /** Called with each journey as it ends. */
  done?: (journey: Journey) => void;
}

/** A journey and what the service stored about it. */
export interface Journey extends JourneyEnd {
  number: number;
  sessionId: string;
  /** Problems found; empty for a journey that went well. */
  faults: string[];
}

export interface JourneysResult {
  journeys: Journey[];
  injected: ReadonlyMap<GateFault, number>;
  /** Errors and rejections that no page handled. */
  reports: readonly string[];
}

const limitMs = 120_000;

/** mulberry32: 32 bits of state are enough to choose faults. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs in every page: reports unhandled errors to the gate. */
const watch = (path: string) => {
  const report = (text: string) => navigator.sendBeacon(path, text);
  addEventListener('error', ({ message, error }) =>
    report(`error: ${(error as Error | null)?.stack ?? message}`),
  );
  addEventListener('unhandledrejection', ({ reason }) =>
    report(`rejection: ${(reason as Error | null)?.stack ?? String(reason)}`),
  );
};

interface Stage {
  service: TestService;
  gate: FaultGate;
  script: string;
  chance: Chance;
}

/** Runs journeys in Chromium through the flow of a separate service, with faults on all connections. */
export async function runJourneys(options: JourneysOptions): Promise<JourneysResult> {
  const gate = await openFaultGate();
  const service = await startTestService({
    env: { FLOW_URL: gate.origin },
    ...(options.databaseUrl === null ? {} : { databaseUrl: options.databaseUrl }),
  });
  gate.leadTo(Number(new URL(service.url).port));
  const chance = chanceOf(options.seed);
  gate.chooseFaults(() =>
    chance() < options.faultRate ? (gateFaults[Math.floor(chance() * gateFaults.length)] ?? null) : null,
  );
  const scenes = await drawScenes();
  const script = `(${String(watch)})(${JSON.stringify(reportPath)});${scriptedCamera(scenes)}`;
  const journeys: Journey[] = [];
  try {
    const client = (await service.integrate({ settings: { requireDocument: true } })).client;
    const stage: Stage = { service, gate, script, chance };
    let next = 0;
    const work = async () => {
      // Each person has a separate browser: a page in the background has no camera and renders nothing.
      const browser = await launchBrowser('chromium');
      try {
        while (next < options.count) {
          next += 1;
          const journey = await journeyOf(stage, { number: next, client, browser, options });
          if (options.stop?.aborted) break;
          journeys.push(journey);
          options.done?.(journey);
        }
      } finally {
        await browser.close();
      }
    };
    await Promise.all(Array.from({ length: options.atOnce }, work));
  } finally {
    await service.close();
    await gate.close();
  }
  return { journeys, injected: gate.injected, reports: gate.reports };
}

type Client = Awaited<ReturnType<TestService['integrate']>>['client'];

interface Planned {
  number: number;
  client: Client;
  browser: Awaited<ReturnType<typeof launchBrowser>>;
  options: JourneysOptions;
}

async function journeyOf(
  { script, chance, service }: Stage,
  { number, client, browser, options }: Planned,
): Promise<Journey> {
  // The name forces the decision: the test is about the flow, not about the content of the pictures.
  const created = await client.call<{ verification: { id: string; url: string } }>({
    method: 'POST',
    path: '/sessions',
    body: {
      verification: {
        person: { firstName: 'Approve', lastName: `Journey ${number}` },
        document: { country: 'CO', type: 'PASSPORT' },
      },
    },
    sign: null,
  });
  const { id: sessionId, url } = created.body.verification;
  const own = chanceOf(Math.floor(chance() * 4_294_967_296));
  const { interruptionRate } = options;
  const end = await runJourney({ browser, url, chance: own, interruptionRate, script, limitMs });
  return { ...end, number, sessionId, faults: await faultsOf({ client, service }, sessionId, end) };
}

/** The service's records must match what the person was shown: one attempt, submitted once, each picture once, one decision. */
async function faultsOf(
  { client, service }: { client: Client; service: TestService },
  sessionId: string,
  { end, last }: JourneyEnd,
): Promise<string[]> {
  if (end !== 'submitted') return [`${end} at ${last}`];
  const read = async <Body>(below: string) =>
    (await client.call<Body>({ method: 'GET', path: `/sessions/${sessionId}${below}`, sign: sessionId }))
      .body;
  const decided = await client.waitForDecision(sessionId).catch((error: unknown) => String(error));
  if (typeof decided === 'string')
    return [`${decided}; ${await stateOf(service, sessionId)}; last seen ${last}`];
  const { verification } = decided.body;
  const { verifications } = await read<{ verifications: { status: string }[] }>('/attempts');
  const { images } = await read<{ images: { context: string }[] }>('/media');
  const contexts = images.map(({ context }) => context).toSorted();
  return [
    ...(verification?.status === 'approved' ? [] : [`decided ${verification?.status}, not approved`]),
    ...(verifications.length === 1 ? [] : [`${verifications.length} attempts, not one`]),
    ...(contexts.join() === 'document-back,document-front,face' ? [] : [`pictures ${contexts.join()}`]),
  ];
}

/** Status and pending work of an undecided session. */
async function stateOf({ ctx }: TestService, sessionId: string): Promise<string> {
  const sessions = await ctx.database.query<{ status: string }>(`select status from session where id = $1`, [
    sessionId,
  ]);
  const jobs = await ctx.database.query<{ state: string }>(
    `select concat_ws(' ', coalesce(lane, kind), 'claimed', claims, 'due', due_at, 'parked', parked_at, cause) as state
     from job where session_id = $1`,
    [sessionId],
  );
  return [...sessions.map(({ status }) => status), ...jobs.map(({ state }) => state)].join(', ');
}
