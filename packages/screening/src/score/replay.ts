import type { ListedEntity } from '../model/listed-entity.ts';
import { defaultOptions } from '../model/screener.ts';
import type { Subject, Trace } from '../model/screening-types.ts';
import { engineVersion } from './engine-version.ts';
import { applyEvidence, evidenceOf } from './evidence.ts';
import { exactNames, prepareListedName } from './finish-hits.ts';
import { factsOfEntity, factsOfSubject } from './facts.ts';
import { keepingRule, keepingStep } from './hit-of-entity.ts';
import type { NameComparison } from './name-comparison.ts';
import { prepareQuestion, prepareSubject } from './question.ts';
import { scoreNames } from './score-names.ts';
import { emptyName, exactStep, traceOf } from './trace.ts';

/** A trace that this engine cannot make again: of other tables or code, or of names the entity does not have. */
export class NotReplayable extends Error {
  override name = 'NotReplayable';
}

function compare(
  subject: Subject,
  entity: ListedEntity,
  { text, exact }: { text: string; exact: boolean },
): { index: number; comparison: NameComparison } {
  const index = entity.names.findIndex((name) => name.text === text);
  if (index < 0) throw new NotReplayable('the entity does not have the name of the trace');
  if (exact) {
    const question = prepareQuestion(subject, { ...defaultOptions, exactMatch: true });
    const found = exactNames(question, entity).find((name) => name.index === index);
    if (!found) throw new NotReplayable('the names are not equal');
    return found;
  }
  const query = prepareSubject(subject) ?? emptyName('');
  return { index, comparison: scoreNames(query, prepareListedName(entity, index)) };
}

/**
 * The comparison behind a trace, made again, and which of the entity's names it is.
 * @throws NotReplayable when the entity does not have the name of the trace
 */
export function compareAgain(
  subject: Subject,
  entity: ListedEntity,
  { listedName, steps }: Pick<Trace, 'listedName' | 'steps'>,
): { index: number; comparison: NameComparison } {
  return compare(subject, entity, { text: listedName, exact: steps[0]?.what === exactStep });
}

/**
 * Makes the trace of a stored hit again from the stored subject and entity; byte for byte the same when nothing changed.
 * @throws NotReplayable when the trace is of another engine version, or of a name the entity does not have
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
    nameScore:
      compare(subject, entity, { text: trace.runnerUp.listedName, exact }).comparison.nameScore / 100,
  };
  return traceOf(comparison, {
    engine: engineVersion(),
    listedKind: entity.names[index]?.kind ?? trace.listedKind,
    steps: trace.steps.at(-1)?.what === keepingRule ? [...steps, keepingStep(score)] : steps,
    runnerUp: runnerUp ?? null,
    score,
  });
}
