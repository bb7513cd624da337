import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { startSimulator } from '@countersign/registry-simulator';
import { readConfig } from '../../src/runtime/config.ts';
import { ConfigError } from '../../src/runtime/config-error.ts';
import { createMetrics } from '../../src/runtime/metrics.ts';
import { createRegistryClients } from '../../src/workers/registry/create-registry-clients.ts';
import type { RegistryClients } from '../../src/workers/registry/registry-clients.ts';
import { silent } from '../support/engines.ts';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'countersign-registries-'));
const open: RegistryClients[] = [];
afterEach(async () => {
  for (const registryClients of open.splice(0)) await registryClients.close();
});

/** The desk of a process with these variables, and this text in the operator's file. */
function clientsWith(text: string | null, env: Record<string, string> = {}): RegistryClients {
  const file = path.join(directory, 'registries.yaml');
  if (text !== null) fs.writeFileSync(file, text);
  const config = readConfig({ ...env, ...(text === null ? {} : { REGISTRIES_FILE: file }) });
  const registryClients = createRegistryClients({ config, log: silent, metrics: createMetrics() });
  open.push(registryClients);
  return registryClients;
}

const inTime = () => ({
  signal: new AbortController().signal,
  deadline: new Date(Date.now() + 10_000).toISOString(),
  correlationId: '5043de43-828c-4b68-9ca0-15a1b9ea504d',
});
const simulated = 'registries:\n  co:\n    CC: { connector: simulator }\n';

describe('the connectors of the registries', () => {
  it('are none on live integrations until the operator configures some', async () => {
    const { co } = await clientsWith(null).registriesOf('live');
    expect(await co.CC.check({ idType: 'CC', number: '9000000001' }, inTime())).toEqual({
      kind: 'technical',
      cause: 'unsupported',
      attempts: 0,
      at: null,
    });
  });

  it('call a simulator on test integrations, whatever is configured, and the same one every time', async () => {
    const registryClients = clientsWith(null);
    const sandbox = await registryClients.registriesOf('test');
    expect(await sandbox.co.CC.check({ idType: 'CC', number: '9000000001' }, inTime())).toMatchObject({
      kind: 'answered',
      answer: { stateCode: 0 },
    });
    expect(await registryClients.registriesOf('test')).toBe(sandbox);
  });

  it('may call the simulator on live integrations of a development installation', () => {
    expect(() => clientsWith(simulated, { SIMULATOR_URL: 'http://127.0.0.1:4711' })).not.toThrow();
  });

  it.each([
    [
      'production would call the simulator',
      simulated,
      { COUNTERSIGN_ENV: 'production', SIMULATOR_URL: 'http://127.0.0.1:4711' },
      'REGISTRIES_FILE: must not name the simulator in production',
    ],
    ['there is an unknown member', 'registries:\n  ar: null\n', {}, 'REGISTRIES_FILE: '],
    [
      'a secret is missing',
      'registries:\n  us: { connector: http-generic, options: { baseUrl: "https://adapter.example/us", auth: { type: bearer, token: "env:NO_SUCH_TOKEN" } } }\n',
      {},
      'NO_SUCH_TOKEN',
    ],
  ])('prevent the start where %s', (_, text, env, message) => {
    expect(() => clientsWith(text, env)).toThrow(ConfigError);
    expect(() => clientsWith(text, env)).toThrow(message);
  });

  it('prevent the start where the directory of portraits is missing', () => {
    const config = readConfig({ SIM_PORTRAITS: path.join(directory, 'nowhere') });
    const start = () => createRegistryClients({ config, log: silent, metrics: createMetrics() });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow('SIM_PORTRAITS: ');
  });

  it('count their calls, with nothing about the person', async () => {
    const metrics = createMetrics();
    const config = readConfig({});
    const registryClients = createRegistryClients({ config, log: silent, metrics });
    open.push(registryClients);
    const { co } = await registryClients.registriesOf('test');
    await co.CC.check({ idType: 'CC', number: '9000000002' }, inTime());
    const text = await metrics.registry.metrics();
    expect(text).toContain(
      'countersign_registry_calls_total{mode="test",connector="ani-json",route="co.ani",kind="not_found",cause="none"} 1',
    );
    expect(text).toContain('countersign_registry_breaker{mode="test",connector="ani-json",route="co.ani"} 0');
    expect(text).not.toContain('9000000002');
  });
});

describe('the connectors of a production installation', () => {
  const production = { COUNTERSIGN_ENV: 'production' };
  const known = { ...production, SIMULATOR_URL: 'http://10.1.1.1:8090' };
  const refused = 'REGISTRIES_FILE: must not name the simulator in production';
  const archiveAt = (url: string) =>
    `registries: { co: { CC: { connector: ani-json, options: { baseUrl: "${url}", contractId: c } } } }`;

  it.each([
    ['under its own name', simulated, known],
    [
      'under its own name at an address of its own',
      'registries: { co: { CC: { connector: simulator, options: { baseUrl: "http://10.1.1.2:8090" } } } }',
      production,
    ],
    [
      'in the place of one registry of several',
      'registries: { br: null, us: { connector: simulator } }',
      known,
    ],
    ['under the name of a connector', archiveAt('http://10.1.1.1:8090'), known],
    ['below a path', archiveAt('http://10.1.1.1:8090/sandbox'), known],
    [
      'by another name of this machine',
      archiveAt('http://localhost:8090'),
      { ...production, SIMULATOR_URL: 'http://127.0.0.1:8090' },
    ],
  ])('never call the simulator %s', (_, text, env) => {
    expect(() => clientsWith(text, env)).toThrow(ConfigError);
    expect(() => clientsWith(text, env)).toThrow(refused);
  });

  it('may call any other address, while a simulator is known', () => {
    expect(() => clientsWith(archiveAt('http://10.1.1.1:8091'), known)).not.toThrow();
  });

  /** Ends in 0: in force for whoever asks below `/sandbox`, and nobody's number anywhere else. */
  const persona = { idType: 'CC', number: '5123450' } as const;

  it('call the simulator inside the process for test integrations, and none for live ones', async () => {
    const registryClients = clientsWith(null, production);
    const test = await registryClients.registriesOf('test');
    const live = await registryClients.registriesOf('live');
    expect(await test.co.CC.check(persona, inTime())).toMatchObject({
      kind: 'answered',
      answer: { stateCode: 0 },
    });
    expect(await live.co.CC.check(persona, inTime())).toMatchObject({
      kind: 'technical',
      cause: 'unsupported',
    });
  });

  it('call the configured simulator for test integrations, with its personas', async () => {
    const simulator = await startSimulator();
    try {
      const test = await clientsWith(null, { ...production, SIMULATOR_URL: simulator.url }).registriesOf(
        'test',
      );
      expect(await test.co.CC.check(persona, inTime())).toMatchObject({
        kind: 'answered',
        answer: { stateCode: 0 },
      });
      expect(simulator.control.count('co.ani')).toBe(1);
    } finally {
      await simulator.close();
    }
  });
});
