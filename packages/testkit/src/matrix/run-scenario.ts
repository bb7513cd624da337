import { startSimulator, type Simulator } from '@countersign/registry-simulator';
import { blockFace } from '@countersign/service';
import { RefusedRequest, type DecisionAnswer } from '../api-client.ts';
import { brazilianRecord, colombianRecord, mexicanRecord } from '../printed-people.ts';
import { startTestService, type TestIntegration, type TestService } from '../test-service.ts';
import { PictureMaker } from './draw-pictures.ts';
import { judge, type Outcome } from './judge.ts';
import type { Card, Collected, EarlierSession, Picture, Scenario } from './scenario.ts';

/** The result of a row. */
export interface RowResult {
  scenario: Scenario;
  got: Outcome | null;
  /** Differences from the expectation; empty if there are none. */
  differences: string[];
  ms: number;
}

/** A running service with everything else that scenarios need. */
export interface MatrixStage {
  run(scenario: Scenario): Promise<RowResult>;
  close(): Promise<void>;
}

type Decision = NonNullable<DecisionAnswer['verification']>;

/** Time limit in milliseconds for one decision on a busy machine. */
const patience = 300_000;

const records = { br: brazilianRecord, mx: mexicanRecord, co: colombianRecord } as const;

/** Starts a separate service with a registry simulator. @param databaseUrl `null`: the embedded engine */
export async function startMatrix(databaseUrl: string | null): Promise<MatrixStage> {
  const simulator = await startSimulator();
  const service = await startTestService({
    env: { SIMULATOR_URL: simulator.url },
    ...(databaseUrl === null ? {} : { databaseUrl }),
  });
  const run = new ScenarioRunner(service, simulator);
  return {
    run: (scenario) => run.row(scenario),
    async close() {
      await service.close();
      await simulator.close();
    },
  };
}

class ScenarioRunner {
  readonly #service: TestService;
  readonly #simulator: Simulator;
  readonly #pictures = new PictureMaker();
  readonly #integrations = new Map<string, Promise<TestIntegration>>();

  constructor(service: TestService, simulator: Simulator) {
    this.#service = service;
    this.#simulator = simulator;
  }

  async row(scenario: Scenario): Promise<RowResult> {
    const startedAt = performance.now();
    let got: Outcome | null = null;
    const differences: string[] = [];
    try {
      const integration = await this.#integrationOf(scenario);
      if (scenario.registered) await this.#register(scenario.registered);
      for (const earlier of scenario.earlier ?? [])
        differences.push(...(await this.#playEarlier(integration, earlier)));
      got = await this.#play(integration, scenario);
      differences.push(...judge(scenario.expected, got));
    } catch (error) {
      differences.push(`broke off: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { scenario, got, differences, ms: performance.now() - startedAt };
  }

  /** Scenarios that depend on other sessions get a separate integration; the others share one per configuration. */
  #integrationOf({ id, integration: mode, settings = {} }: Scenario): Promise<TestIntegration> {
    const apart = settings.crosslinks || settings.blocklist;
    const key = JSON.stringify([mode, settings, apart ? id : null]);
    const complete = { granularReasonCodes: true, riskLabels: true, ...settings };
    const integration = this.#integrations.get(key) ?? this.#service.integrate({ mode, settings: complete });
    this.#integrations.set(key, integration);
    return integration;
  }

  async #register({ card, differing = {} }: NonNullable<Scenario['registered']>): Promise<void> {
    const country = countryOf(card);
    const holder = await this.#pictures.holderOf(card);
    this.#simulator.control.putPerson(country, ...records[country](holder, differing));
  }

  async #playEarlier(integration: TestIntegration, earlier: EarlierSession): Promise<string[]> {
    const { client, integrationId } = integration;
    const sessionId = await client.createSession(earlier.collected);
    const { status, reasonCode } = await this.#attempt(integration, sessionId, earlier.pictures);
    if (earlier.blocked)
      await blockFace(this.#service.ctx)({ integrationId, sessionId, reason: 'matrix', actor: 'matrix' });
    return status === earlier.expected
      ? []
      : [`an earlier session: ${status} ${reasonCode ?? ''}, expected ${earlier.expected}`];
  }

  async #play(
    integration: TestIntegration,
    { collected, attempts = [], pictures }: Scenario,
  ): Promise<Outcome> {
    try {
      const sessionId = await integration.client.createSession(collected satisfies Collected | undefined);
      for (const [index, earlier] of attempts.entries()) {
        const { status } = await this.#attempt(integration, sessionId, earlier);
        if (status !== 'resubmission_requested') throw new Error(`attempt ${index + 1} ended with ${status}`);
      }
      return { decision: await this.#attempt(integration, sessionId, pictures) };
    } catch (error) {
      if (error instanceof RefusedRequest) return { refused: error };
      throw error;
    }
  }

  async #attempt(
    { client }: TestIntegration,
    sessionId: string,
    pictures: readonly Picture[],
  ): Promise<Decision> {
    for (const picture of pictures) await client.uploadMedia(sessionId, await this.#pictures.draw(picture));
    await client.submit(sessionId);
    const { body, verified } = await client.waitForDecision(sessionId, patience);
    if (!verified) throw new Error('the signature of the decision is wrong');
    if (body.verification === null) throw new Error('waiting for a decision ends with one');
    return body.verification;
  }
}

function countryOf({ kind }: Card): keyof typeof records {
  const country = kind.slice(0, 2);
  if (country === 'br' || country === 'mx' || country === 'co') return country;
  throw new Error(`no registry holds cards of the kind ${kind}`);
}

/** Runs rows, as many in parallel as the cores allow. */
export async function runScenarios(
  stage: MatrixStage,
  scenarios: readonly Scenario[],
  { atOnce, done = () => {} }: { atOnce: number; done?: (result: RowResult) => void },
): Promise<RowResult[]> {
  const results = new Map<string, RowResult>();
  const waiting = [...scenarios];
  const work = async () => {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      const result = await stage.run(scenario);
      results.set(scenario.id, result);
      done(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return scenarios.flatMap(({ id }) => results.get(id) ?? []);
}
