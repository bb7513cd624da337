import { expect, it } from 'vitest';
import { simulatorFromEnvironment } from '../src/server/simulator-environment.ts';

it('listens on loopback at 8090 where nothing is set, or only something empty', () => {
  expect(simulatorFromEnvironment({})).toEqual({ host: '127.0.0.1', port: 8090 });
  expect(simulatorFromEnvironment({ SIM_PORT: '', SIM_CONTROL_TOKEN: ' ', PATH: '/bin' })).toEqual({
    host: '127.0.0.1',
    port: 8090,
  });
});

it('takes every setting', () => {
  expect(
    simulatorFromEnvironment({
      SIM_HOST: '0.0.0.0',
      SIM_PORT: '0',
      SIM_TLS_PORT: '8443',
      SIM_CONTROL_TOKEN: 'invented',
      SIM_SEED: '7',
      SIM_LATENCY_MS: '150-600',
    }),
  ).toEqual({
    host: '0.0.0.0',
    port: 0,
    tlsPort: 8443,
    controlToken: 'invented',
    seed: 7,
    latencyMs: [150, 600],
  });
  expect(simulatorFromEnvironment({ SIM_LATENCY_MS: '20' })).toMatchObject({ latencyMs: [20, 20] });
});

it.each([
  ['SIM_HOST', 'two words', 'SIM_HOST is not valid: an address or a host name'],
  ['SIM_PORT', '65536', 'SIM_PORT is not valid: a port number from 0 to 65535'],
  ['SIM_PORT', '80.5', 'SIM_PORT is not valid: a port number from 0 to 65535'],
  ['SIM_TLS_PORT', 'https', 'SIM_TLS_PORT is not valid: a port number from 0 to 65535'],
  ['SIM_CONTROL_TOKEN', 'two words', 'SIM_CONTROL_TOKEN is not valid: printable characters without blanks'],
  ['SIM_SEED', '-1', 'SIM_SEED is not valid: an integer from 0 to 4294967295'],
  ['SIM_LATENCY_MS', '600-150', 'SIM_LATENCY_MS is not valid: milliseconds, or two of them like 150-600'],
  ['SIM_LATENCY_MS', '-5', 'SIM_LATENCY_MS is not valid: milliseconds, or two of them like 150-600'],
  ['SIM_SPEED', '1', 'SIM_SPEED is not valid: the simulator has no such setting'],
])('rejects %s=%s and names what is expected', (name, value, message) => {
  expect(() => simulatorFromEnvironment({ [name]: value })).toThrow(message);
});

it('never repeats a value in its message', () => {
  expect(() => simulatorFromEnvironment({ SIM_CONTROL_TOKEN: 'se cret' })).not.toThrow('cret');
});
