import {
  type Simulator,
  simulatorFromEnvironment,
  type SimulatorOptions,
  SimulatorSettingError,
  startSimulator,
} from '@countersign/registry-simulator';
import { ConfigError } from '../runtime/config-error.ts';
import { comparedWith, readPortraits } from '../storage/registry/registry-portraits.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Simulates the registries with invented people until SIGTERM or SIGINT; resolves to the exit code.
 * @param env `SIM_PORTRAITS` names a directory of portraits; without it faces are never compared
 * @throws ConfigError
 * @see spec/registries.md 15
 */
export async function runSimulator({ SIM_PORTRAITS, ...env }: Environment): Promise<number> {
  const ended = nextSignal();
  const options = settingsFrom(env);
  const directory = SIM_PORTRAITS?.trim() ?? '';
  const faces = directory === '' ? null : await openFaces(directory);
  const simulator = await startSimulator({
    ...options,
    ...faces?.options,
    onBug: (error) =>
      process.stderr.write(`a bug of the simulator: ${error instanceof Error ? error.name : 'unknown'}\n`),
  });
  greet(simulator, options);
  await ended;
  await simulator.close();
  await faces?.close();
  return 0;
}

function settingsFrom(env: Environment): SimulatorOptions {
  try {
    return simulatorFromEnvironment(env);
  } catch (error) {
    throw error instanceof SimulatorSettingError ? new ConfigError(error.message) : error;
  }
}

function greet({ url, tlsUrl }: Simulator, { controlToken }: SimulatorOptions): void {
  const control = controlToken ? `${url}/__sim` : 'off: SIM_CONTROL_TOKEN is not set';
  const lines = [
    `Registries      ${url}`,
    `Sandbox         ${url}/sandbox`,
    ...(tlsUrl === null ? [] : [`Behind TLS      ${tlsUrl}`]),
    `Control         ${control}`,
  ];
  process.stdout.write(`\n  ${lines.join('\n  ')}\n\ncountersign simulator ready ${url}\n`);
}

const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });

/** Stored portraits and the service's own face comparison, in a separate process. */
async function openFaces(directory: string) {
  const portraits = readPortraits(directory);
  // Loaded only here: it needs the models, which a simulator without portraits does not.
  const { createComparer } = await import('../compose.ts');
  const vision = await createComparer(({ message }) =>
    process.stderr.write(`faces can no longer be compared: ${message}\n`),
  );
  return { options: comparedWith(portraits, vision), close: () => vision.close() };
}
