import { referenceTables } from '../tables/reference-tables.ts';
import { jamoOf } from './hangul.ts';
import { latinSkeleton } from '../readings/latin-skeleton.ts';
import type { LetterRules } from './rule-spelling.ts';
import type { ClassStep, Cost, ModelSource, UnitEntry } from './script-model.ts';

const usualCost = 15;
const rankCost = 45;

/** Steps of chunks that are read on their own. */
function stepsOf(chunks: readonly (readonly [string, Cost])[]): ClassStep[] {
  const steps = new Map<string, Cost>();
  for (const [latin, cost] of chunks) {
    const classes = latinSkeleton(latin);
    steps.set(classes, Math.min(cost, steps.get(classes) ?? cost));
  }
  return [...steps].map(([classes, cost]) => ({ classes, cost }));
}

/** Units from letter rules: the most usual spelling is cheap, and each further one costs more. */
export function entriesOfRules(rules: LetterRules, firstCost = usualCost): UnitEntry[] {
  return [...rules].map(([unit, spellings]) => {
    const chunks = spellings.map(
      ({ latin }, rank) => [latin, firstCost + rankCost * Math.min(rank, 3)] as const,
    );
    return { unit, chunks, steps: stepsOf(chunks), shapes: [] };
  });
}

function mergeEntry(known: UnitEntry, added: UnitEntry): UnitEntry {
  const chunks = new Map(known.chunks);
  for (const [latin, cost] of added.chunks) chunks.set(latin, Math.min(cost, chunks.get(latin) ?? cost));
  const steps = new Map(known.steps.map(({ classes, cost }) => [classes, cost]));
  for (const { classes, cost } of added.steps) steps.set(classes, Math.min(cost, steps.get(classes) ?? cost));
  return {
    unit: known.unit,
    chunks: [...chunks],
    steps: [...steps].map(([classes, cost]) => ({ classes, cost })),
    shapes: known.shapes,
  };
}

/** A learned model with what is known besides: for a spelling in both the lower cost counts. */
export function withEntries(source: ModelSource, added: readonly UnitEntry[]): ModelSource {
  const entries = new Map(source.entries.map((entry) => [entry.unit, entry]));
  for (const entry of added) {
    const known = entries.get(entry.unit);
    entries.set(entry.unit, known ? mergeEntry(known, entry) : entry);
  }
  return { ...source, entries: [...entries.values()] };
}

const readingCost = 60;
const longestReading = 6;

/** Readings of Han characters in all languages, from the reference tables. */
export function hanEntries(): UnitEntry[] {
  const entries: UnitEntry[] = [];
  for (const [unit, readings] of referenceTables().hanReadings) {
    if (unit.length > 2) continue;
    const chunks = readings
      .filter((reading) => /^[a-z]+$/u.test(reading) && reading.length <= longestReading)
      .map((reading) => [reading, readingCost * unit.length] as const);
    if (chunks.length > 0) entries.push({ unit, chunks, steps: stepsOf(chunks), shapes: [] });
  }
  return entries;
}

/** Surname spellings of Hangul syllables, as units of the jamo that the model reads. Those of three jamo are left out. */
export function hangulEntries(): UnitEntry[] {
  const entries: UnitEntry[] = [];
  for (const [surname, spellings] of referenceTables().hangulSurnames) {
    const unit = jamoOf(surname);
    if (unit.length > 2) continue;
    const chunks = spellings
      .filter((latin) => /^[a-z]{1,6}$/u.test(latin))
      .map((latin) => [latin, readingCost] as const);
    if (chunks.length > 0) entries.push({ unit, chunks, steps: stepsOf(chunks), shapes: [] });
  }
  return entries;
}
