import { setTimeout as sleep } from 'node:timers/promises';
import type { Registries } from '@countersign/registries';
import type { ServiceContext } from '../../context.ts';
import {
  endRegistryOutage,
  type HeldBackRoute,
  listRegistryOutages,
  reportHeldBack,
} from '../../storage/registry/registry-outages.ts';
import type { RegistryClients } from './registry-clients.ts';

/** Milliseconds between checks. */
const everyMs = 10_000;

type Context = Pick<ServiceContext, 'database' | 'log' | 'metrics'>;

/**
 * Checks which routes of live registries this process holds back, and reports them for all processes. Alarm and metric concern the
 * installation, because a registry that answers one process is not down.
 * @returns one check; call the same function for every check of a process
 */
export function watchOutages({ database, log, metrics }: Context): (registries: Registries) => Promise<void> {
  /** Reports of this process that it has not ended. */
  let reported = new Map<string, HeldBackRoute>();
  /** Routes with an active alarm. */
  let alarms = new Map<string, Pick<HeldBackRoute, 'connector' | 'route'>>();
  return async (registries) => {
    const held = heldBackOf(registries);
    for (const route of held.values()) await reportHeldBack(database, route);
    for (const [key, route] of reported) if (!held.has(key)) await endRegistryOutage(database, route);
    reported = held;
    const running = new Map<string, Pick<HeldBackRoute, 'connector' | 'route'>>();
    for (const { connector, route, cause } of await listRegistryOutages(database)) {
      const key = keyOf({ connector, route });
      running.set(key, { connector, route });
      metrics.registryOutage.set({ connector, route }, 1);
      if (!alarms.has(key)) log.error({ connector, route, cause }, 'registry gives no answers');
    }
    for (const [key, { connector, route }] of alarms) {
      if (running.has(key)) continue;
      metrics.registryOutage.set({ connector, route }, 0);
      log.info({ connector, route }, 'registry answers again');
    }
    alarms = running;
  };
}

const keyOf = ({ connector, route }: Pick<HeldBackRoute, 'connector' | 'route'>): string =>
  `${connector} ${route}`;

/** Held-back routes by connector and route; if two registries share a connector, the one with the longer outage. */
function heldBackOf(registries: Registries): Map<string, HeldBackRoute> {
  const held = new Map<string, HeldBackRoute>();
  for (const { connector, outages } of Object.values(registries.health()))
    for (const { route, cause, since, failedAt } of outages) {
      const found = {
        connector,
        route,
        cause,
        seconds: secondsSince(since),
        failedSeconds: secondsSince(failedAt),
      };
      if (found.seconds >= (held.get(keyOf(found))?.seconds ?? 0)) held.set(keyOf(found), found);
    }
  return held;
}

/** By the clock of this process, which also supplied that time. */
const secondsSince = (at: string): number => Math.max(0, Date.now() - Date.parse(at)) / 1_000;

/** Checks every ten seconds while this process runs. */
export function startOutageWatch(
  ctx: Context,
  registryClients: Pick<RegistryClients, 'registriesOf'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const look = watchOutages(ctx);
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await look(await registryClients.registriesOf('live'));
      } catch (error) {
        ctx.log.warn({ err: error, kind: 'registry-outages' }, 'upkeep task failed; will be retried');
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const running = loop();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
