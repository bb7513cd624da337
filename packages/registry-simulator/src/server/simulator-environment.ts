import type { SimulatorOptions } from './simulator.ts';

/** An invalid setting of the simulator; the message names the variable, never its value. */
export class SimulatorSettingError extends Error {
  constructor(name: string, expected: string) {
    super(`${name} is not valid: ${expected}`);
    this.name = 'SimulatorSettingError';
  }
}

const defaultPort = 8090;
const defaultHost = '127.0.0.1';

type Environment = Readonly<Record<string, string | undefined>>;

/** How a variable is parsed; an empty value counts as not set. */
interface Variable {
  name: string;
  expected: string;
  read(text: string): Partial<SimulatorOptions> | null;
}

const integerIn = (text: string, [least, most]: readonly [number, number]): number | null => {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most ? number : null;
};

function latencyOf(text: string): readonly [number, number] | null {
  const [, min = '', max = min] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? [];
  return min === '' || Number(max) < Number(min) ? null : [Number(min), Number(max)];
}

function some<Name extends keyof SimulatorOptions>(
  name: Name,
  value: SimulatorOptions[Name] | null,
): Partial<SimulatorOptions> | null {
  return value === null ? null : { [name]: value };
}

const port = 'a port number from 0 to 65535';
const variables: readonly Variable[] = [
  {
    name: 'SIM_HOST',
    expected: 'an address or a host name',
    read: (text) => some('host', /\s/.test(text) ? null : text),
  },
  { name: 'SIM_PORT', expected: port, read: (text) => some('port', integerIn(text, [0, 65_535])) },
  { name: 'SIM_TLS_PORT', expected: port, read: (text) => some('tlsPort', integerIn(text, [0, 65_535])) },
  {
    name: 'SIM_CONTROL_TOKEN',
    expected: 'printable characters without blanks',
    read: (text) => some('controlToken', /^[!-~]+$/.test(text) ? text : null),
  },
  {
    name: 'SIM_SEED',
    expected: 'an integer from 0 to 4294967295',
    read: (text) => some('seed', integerIn(text, [0, 4_294_967_295])),
  },
  {
    name: 'SIM_LATENCY_MS',
    expected: 'milliseconds, or two of them like 150-600',
    read: (text) => some('latencyMs', latencyOf(text)),
  },
];

/**
 * Options of a simulator that runs as a separate process: `SIM_HOST` (127.0.0.1), `SIM_PORT` (8090), `SIM_TLS_PORT`,
 * `SIM_CONTROL_TOKEN`, `SIM_SEED`, `SIM_LATENCY_MS`.
 * @throws SimulatorSettingError for an invalid value and for an unknown variable `SIM_…`
 * @see spec/registries.md 15.6
 */
export function simulatorFromEnvironment(environment: Environment): SimulatorOptions {
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith('SIM_') && !variables.some((variable) => variable.name === name),
  );
  if (unknown !== undefined) throw new SimulatorSettingError(unknown, 'the simulator has no such setting');
  return variables.reduce<SimulatorOptions>(
    (options, { name, expected, read }) => {
      const text = environment[name]?.trim() ?? '';
      if (text === '') return options;
      const given = read(text);
      if (given === null) throw new SimulatorSettingError(name, expected);
      return { ...options, ...given };
    },
    { host: defaultHost, port: defaultPort },
  );
}
