import { Counter, Gauge, type Registry } from 'prom-client';
import type { CurrentLists, SourceState } from './lists-directory.ts';
import { ageOf, isStale } from './lists-status.ts';

interface Figure {
  name: string;
  help: string;
  /** null: no figure for this source. */
  value: (source: SourceState) => number | null;
}

const figures: readonly Figure[] = [
  {
    name: 'countersign_watchlist_age_seconds',
    help: 'Time since the content of a source was last known to be its newest.',
    value: (source) => {
      const age = ageOf(source, Date.now());
      return age === null ? null : age / 1000;
    },
  },
  {
    name: 'countersign_watchlist_entities',
    help: 'Entities of a source.',
    value: ({ entities }) => entities,
  },
  {
    name: 'countersign_watchlist_stale',
    help: '1 while the alarm of a source runs: too old, or never loaded.',
    value: (source) => (isStale(source, Date.now()) ? 1 : 0),
  },
  {
    name: 'countersign_watchlist_refused',
    help: '1 while the newest content of a source is refused and an earlier one is in force.',
    value: ({ lastError }) => (lastError === null ? 0 : 1),
  },
];

/** Registers the figures of the lists in force; those of sources are taken when they are collected. */
export function createListsMetrics(registry: Registry, current: () => CurrentLists | null) {
  const registers = [registry];
  for (const { name, help, value } of figures) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['source'] as const,
      registers: [],
      collect() {
        this.reset();
        for (const source of current()?.sources ?? []) {
          const figure = value(source);
          if (figure !== null) this.set({ source: source.id }, figure);
        }
      },
    });
    registry.registerMetric(gauge);
  }
  return {
    swaps: new Counter({
      name: 'countersign_watchlist_swaps_total',
      help: 'Times that other lists came into use.',
      registers,
    }),
    staleScreenings: new Counter({
      name: 'countersign_stale_screenings_total',
      help: 'Screenings on lists older than their alarm.',
      registers,
    }),
  };
}
