import type { RegistryResult } from '@countersign/core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultTable } from '../src/server/fault-table.ts';
import { type Simulator, startSimulator } from '../src/server/simulator.ts';
import { callContext, open, type Way, type WayName, ways } from './simulator-countries.ts';
import { answered, everyWay, faultCases, unavailable } from './simulator-fault-cases.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator({ tlsPort: 0 });
});
afterEach(() => simulator.control.reset());
afterAll(() => simulator.close());

const limits = {
  connectMs: 4000,
  dataMs: 4000,
  biometricMs: 4000,
  overallMs: 20_000,
  retries: 0,
  retryMinMs: 1,
  retryMaxMs: 2,
  responseBytes: 1_000_000,
};

/** Ways of a round share no route, so that each has its own rule and all can be asked at once. */
const second: readonly WayName[] = ['Consulta CPF', 'INE with signatures', 'ANI nested'];
const roundsOf = (names: readonly WayName[]): WayName[][] =>
  [names.filter((name) => !second.includes(name)), names.filter((name) => second.includes(name))].filter(
    (round) => round.length > 0,
  );

/** What each way answers, all asked at once. */
async function askAll(
  names: readonly WayName[],
  { at = simulator, trusting }: { at?: Pick<Simulator, 'url'>; trusting?: string } = {},
): Promise<Record<string, RegistryResult<unknown>>> {
  const results = names.map(async (name) => {
    const way: Way = ways[name];
    const registries = open(way.settings(at, limits), trusting);
    try {
      return [name, await way.ask(registries, callContext())] as const;
    } finally {
      await registries.close();
    }
  });
  return Object.fromEntries(await Promise.all(results));
}

const all = <Value>(names: readonly WayName[], value: Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]));

describe('the connectors’ result for each fault', () => {
  const rounds = faultCases.flatMap(({ at, ...one }) => roundsOf(at).map((names) => ({ ...one, names })));

  it.each(rounds)('$fault $params: $outcome at $names', async ({ fault, params, route, names, outcome }) => {
    const routes = [...new Set(names.map((name) => route ?? ways[name].route))];
    await simulator.control.setFaults(
      routes.map((at) => ({ id: at, route: at, fault, ...(params !== undefined && { params }) })),
    );
    expect(await askAll(names)).toMatchObject(all(names, outcome));
    if (fault === 'net.refuse') return;
    const struck = new Set(simulator.control.calls().map((call) => call.fault));
    expect(routes.filter((at) => !struck.has(at))).toEqual([]);
  });

  it('follows no redirect', async () => {
    await simulator.control.setFaults([{ id: 'rule', route: 'mx.curp', fault: 'http.redirect' }]);
    await askAll(['RENAPO']);
    expect(simulator.control.calls().map(({ route }) => route)).toEqual(['mx.curp']);
  });

  it('net.tls_untrusted', async () => {
    const names: WayName[] = ['Datavalid', 'INE', 'ANI flat', 'generic us'];
    const behindTls = { at: { url: simulator.tlsUrl ?? '' }, trusting: simulator.certificate ?? '' };
    expect(await askAll(names, behindTls)).toMatchObject(all(names, answered));
    await simulator.control.setFaults([{ id: 'rule', route: '*', fault: 'net.tls_untrusted' }]);
    expect(await askAll(names, behindTls)).toMatchObject(all(names, unavailable('tls', { delivered: 'no' })));
  });

  it('leaves no fault of the document out', () => {
    const tried = new Set([...faultCases.map(({ fault }) => fault), 'net.tls_untrusted']);
    expect(Object.keys(faultTable).filter((fault) => !tried.has(fault))).toEqual([]);
  });

  it('answers without any fault on every way', async () => {
    expect(await askAll(everyWay)).toMatchObject(all(everyWay, answered));
  });
});
