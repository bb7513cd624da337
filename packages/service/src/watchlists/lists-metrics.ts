import { Counter, Gauge, type Registry } from 'prom-client';
import type { CurrentLists, SourceState } from './lists-directory.ts';
import { ageOf, isStale } from './lists-status.ts';

interface Figure {
  name: string;
  help: string;
  /** null: no value for this source. */
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

/** Metrics across all sources. */
const figuresOfState: readonly {
  name: string;
  help: string;
  value: (current: CurrentLists | null) => number;
}[] = [
  {
    name: 'countersign_watchlist_deltas',
    help: 'Changes of the lists since the snapshot that they are kept beside; 0 for a whole snapshot.',
    value: (current) => current?.base?.deltas ?? 0,
  },
  {
    name: 'countersign_watchlist_changed_entities',
    help: 'Entities that are new, other than in that snapshot, or gone.',
    value: (current) => current?.base?.changed ?? 0,
  },
];

/** Registers metrics of the lists in force; those of sources are read on collection. */
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
  for (const { name, help, value } of figuresOfState)
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(value(current()));
        },
      }),
    );
  return {
    unusable: new Counter({
      name: 'countersign_watchlist_unusable_total',
      help: 'Times that published lists could not be used: damaged, incomplete, or of another release.',
      registers,
    }),
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
