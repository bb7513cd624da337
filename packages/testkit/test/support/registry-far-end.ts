/** A service whose live integrations ask a simulator of their own, as an operator would connect it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Simulator, type SimulatorOptions, startSimulator } from '@countersign/registry-simulator';
import type { createLog } from '@countersign/service';
import { createTestDatabase, type Engine } from '../../../service/test/support/engines.ts';
import { developmentPublicKey } from '../../../registry-simulator/src/mx-ine/development-keys.ts';
import { startTestService, type TestService } from '../../src/index.ts';
import { sharePool } from './shared-threads.ts';

/** What may stand below `options` of a connector; the rest has its defaults. */
type Options = Record<string, unknown>;
interface Place {
  connector: string;
  options: Options;
}

/** Where each country's live integrations are to ask. */
interface Places {
  br: Place;
  mx: { ine: Place };
  co: { CC: Place; TI: Place };
}

/** Short enough that silence costs a moment, long enough for a busy machine. */
const shortLimits = {
  connectMs: 4_000,
  dataMs: 4_000,
  biometricMs: 4_000,
  overallMs: 20_000,
  retries: 0,
  retryMinMs: 1,
  retryMaxMs: 2,
  breaker: null,
};

/** References to secrets in files, as the operator's settings have them. */
interface SecretFiles {
  /** Anything: the simulator takes every client. */
  anything: string;
  /** INE's public key. */
  ineKey: string;
}

const simulated = (baseUrl: string, resilience: Options): Place => ({
  connector: 'simulator',
  options: { baseUrl, resilience },
});

const nestedAni = (baseUrl: string, resilience: Options, { anything }: SecretFiles): Place => ({
  connector: 'ani-json',
  options: {
    baseUrl,
    contractId: 'invented',
    shape: 'nested',
    auth: { type: 'oauth2', tokenUrl: `${baseUrl}/token`, clientId: anything, clientSecret: anything },
    resilience,
  },
});

/** `connector: simulator` in every country; minors' cards of Colombia by the nested form of the archive. */
export const simulatedPlaces = ({ url }: Simulator, secrets: SecretFiles): Places => ({
  br: simulated(url, shortLimits),
  mx: { ine: simulated(url, shortLimits) },
  co: { CC: simulated(url, shortLimits), TI: nestedAni(url, shortLimits, secrets) },
});

/** Everything behind TLS, INE's signatures verified, and questions repeated as often as they may be. */
export function guardedPlaces({ tlsUrl }: Simulator, secrets: SecretFiles): Places {
  if (tlsUrl === null) throw new Error('this simulator has no TLS');
  const resilience = { ...shortLimits, retries: 2 };
  const ine = {
    connector: 'ine-json',
    options: {
      baseUrl: tlsUrl,
      auth: { type: 'none' },
      verifySignature: 'digest',
      signatureKey: secrets.ineKey,
      resilience,
    },
  };
  return {
    br: simulated(tlsUrl, resilience),
    mx: { ine },
    co: { CC: simulated(tlsUrl, resilience), TI: nestedAni(tlsUrl, resilience, secrets) },
  };
}

/** The generic connector in front of the simulator, in every country. */
export function genericPlaces({ url }: Simulator): Places {
  const to = (registry: string): Place => ({
    connector: 'http-generic',
    options: { baseUrl: `${url}/generic/${registry}`, auth: { type: 'none' }, resilience: shortLimits },
  });
  return { br: to('br'), mx: { ine: to('mx') }, co: { CC: to('co'), TI: to('co') } };
}

/** A running service and the far end of its registries. */
export interface FarEnd {
  service: TestService;
  simulator: Simulator;
  close(): Promise<void>;
}

type Log = ReturnType<typeof createLog>;

/** Starts both; the service is one of development, where the simulator may stand in for a registry. */
export async function startFarEnd(
  engine: Engine,
  placesOf: (simulator: Simulator, secrets: SecretFiles) => Places,
  { log, ...simulation }: SimulatorOptions & { log?: Log } = {},
): Promise<FarEnd> {
  const simulator = await startSimulator({ tlsPort: 0, ...simulation });
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-registries-'));
  const written = (name: string, text: string) => {
    const file = path.join(directory, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const secrets = {
    anything: `file:${written('anything', 'anything')}`,
    ineKey: `file:${written('ine.pem', developmentPublicKey)}`,
  };
  // JSON is YAML.
  const file = written('registries.yaml', JSON.stringify({ registries: placesOf(simulator, secrets) }));
  const database = engine === 'postgres' ? await createTestDatabase({ migrated: true }) : null;
  const service = await startTestService({
    env: { SIMULATOR_URL: simulator.url, REGISTRIES_FILE: file },
    vision: { sharePool },
    ...(simulator.certificate !== null && { certificateAuthorities: simulator.certificate }),
    ...(log && { log }),
    ...(database && { databaseUrl: database.url }),
  });
  return {
    service,
    simulator,
    async close() {
      await service.close();
      await simulator.close();
      await database?.drop();
      fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}
