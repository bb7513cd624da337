import type { ListedEntity } from '../../model/listed-entity.ts';
import { defaultOptions } from '../../model/screener.ts';
import type { Subject, Trace } from '../../model/screening-types.ts';
import { engineVersion } from '../engine-version.ts';
import { applyEvidence, evidenceOf } from '../evidence.ts';
import { exactNames, prepareListedName } from './finish-hits.ts';
import { factsOfEntity, factsOfSubject } from '../facts.ts';
import { keepingRule, keepingStep } from './hit-of-entity.ts';
import type { NameComparison } from '../name-comparison.ts';
import { prepareQuestion, prepareSubject } from '../question.ts';
import { scoreNames } from '../score-names.ts';
import { emptyName, exactStep, traceOf } from '../trace.ts';

/** A trace that this engine cannot reproduce: it was made with other tables or code, or for a name the entity does not have. */
export class NotReplayable extends Error {
  override name = 'NotReplayable';
}

/**
 * The names as they may appear in a trace: as written by the source, or in the order of their parts if the source marks them and the
 * words were compared.
 */
function indexesOfName(entity: ListedEntity, { text, exact }: { text: string; exact: boolean }): number[] {
  return entity.names.flatMap((name, index) => {
    const turned = !exact && name.parts !== undefined && prepareListedName(entity, index).raw === text;
    return turned || name.text === text ? [index] : [];
  });
}

interface Compared {
  index: number;
  comparison: NameComparison;
}

function compare(
  subject: Subject,
  entity: ListedEntity,
  { index, exact }: { index: number; exact: boolean },
): Compared {
  if (exact) {
    const question = prepareQuestion(subject, { ...defaultOptions, exactMatch: true });
    const found = exactNames(question, entity).find((name) => name.index === index);
    if (!found) throw new NotReplayable('the names are not equal');
    return found;
  }
  const query = prepareSubject(subject) ?? emptyName('');
  return { index, comparison: scoreNames(query, prepareListedName(entity, index)) };
}

/** Name score of a name as written by the source. @throws NotReplayable if the entity does not have it */
function nameScoreOf(
  subject: Subject,
  entity: ListedEntity,
  { text, exact }: { text: string; exact: boolean },
): number {
  const index = entity.names.findIndex((name) => name.text === text);
  if (index < 0) throw new NotReplayable('the entity does not have the name of the trace');
  return compare(subject, entity, { index, exact }).comparison.nameScore;
}

/** Whether the steps of a trace begin with those of a comparison. */
function beginsWith(steps: Trace['steps'], { comparison }: Compared): boolean {
  return comparison.steps.every(({ what, before, after }, index) => {
    const step = steps[index];
    return step?.what === what && step.before === before / 100 && step.after === after / 100;
  });
}

/**
 * Repeats the comparison behind a trace and finds the entity's name it was made for; of two identically written names, the one that
 * produces the trace's steps.
 * @throws NotReplayable if the entity does not have the trace's name
 */
export function compareAgain(
  subject: Subject,
  entity: ListedEntity,
  { listedName, steps }: Pick<Trace, 'listedName' | 'steps'>,
): Compared {
  const exact = steps[0]?.what === exactStep;
  const all = indexesOfName(entity, { text: listedName, exact }).map((index) =>
    compare(subject, entity, { index, exact }),
  );
  const found = all.find((compared) => beginsWith(steps, compared)) ?? all[0];
  if (!found) throw new NotReplayable('the entity does not have the name of the trace');
  return found;
}

/**
 * Reproduces the trace of a stored hit from the stored subject and entity, byte for byte if nothing has changed.
 * @throws NotReplayable if the trace is from another engine version, or for a name the entity does not have
 */
export function replay(trace: Trace, subject: Subject, entity: ListedEntity): Trace {
  if (trace.engine !== engineVersion())
    throw new NotReplayable(`engine ${trace.engine} cannot be replayed by engine ${engineVersion()}`);
  const exact = trace.steps[0]?.what === exactStep;
  const { index, comparison } = compareAgain(subject, entity, trace);
  const evidence = evidenceOf(factsOfSubject(subject), factsOfEntity(entity));
  const steps = exact ? [] : applyEvidence(comparison.nameScore, evidence);
  const score = steps.at(-1)?.after ?? comparison.nameScore;
  const runnerUp = trace.runnerUp && {
    listedName: trace.runnerUp.listedName,
    nameScore: nameScoreOf(subject, entity, { text: trace.runnerUp.listedName, exact }) / 100,
  };
  return traceOf(comparison, {
    engine: engineVersion(),
    listedKind: entity.names[index]?.kind ?? trace.listedKind,
    steps: trace.steps.at(-1)?.what === keepingRule ? [...steps, keepingStep(score)] : steps,
    runnerUp: runnerUp ?? null,
    score,
  });
}
