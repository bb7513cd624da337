import type { EvidenceField, EvidenceRow, Explanation } from '../../model/explanation.ts';
import type { ListedEntity } from '../../model/listed-entity.ts';
import type { Subject, Trace } from '../../model/screening-types.ts';
import { factsOfEntity, factsOfSubject } from '../facts.ts';
import { compareAgain } from '../hits/replay.ts';
import { english } from './explanation-texts.ts';
import { factRows, isOfFact } from './fact-rows.ts';
import { nameRows } from './name-rows.ts';
import { relationOf, summaryOf } from './summary.ts';

/** Relations of birth dates that a more precise date could still settle. */
const openBirths = new Set(['unknown', 'same_year', 'within_range', 'year_differs_by_one', 'not_comparable']);

/** Fields that the list has and the subject lacks, or gives less precisely; empty if nothing more is needed. */
function fieldsThatSettle(
  rows: readonly EvidenceRow[],
  subject: Subject,
  entity: ListedEntity,
): EvidenceField[] {
  const listed = factsOfEntity(entity);
  const given = factsOfSubject(subject);
  const birth = relationOf(rows, 'birthDate');
  const fields: EvidenceField[] = [];
  const isMorePrecise = listed.birth.some(({ precision }) => precision > (given.birth?.precision ?? -1));
  if (openBirths.has(birth) && isMorePrecise) fields.push('birthDate');
  const identifier = relationOf(rows, 'identifier');
  if (listed.identifiers.length > 0 && (identifier === 'unknown' || identifier === 'not_comparable'))
    fields.push('identifier');
  for (const field of ['country', 'gender'] as const) {
    const row = rows.find((one) => one.field === field);
    if (row?.relation === 'unknown' && row.listed !== null) fields.push(field);
  }
  return identifier === 'same' || birth === 'same_date' ? [] : fields;
}

/**
 * Explains a hit's score, in rows that add up to it and in words. The names are compared again, as recorded in the trace.
 * @throws NotReplayable if the entity does not have the trace's name
 */
export function explainHit(subject: Subject, entity: ListedEntity, { trace }: { trace: Trace }): Explanation {
  const { comparison } = compareAgain(subject, entity, trace);
  const evidence = [...nameRows(trace, comparison, isOfFact), ...factRows(subject, entity, trace)];
  const settledBy = fieldsThatSettle(evidence, subject, entity);
  const summary = summaryOf({ evidence, settledBy }, trace.listedKind, english);
  return { score: trace.score, summary, settledBy, evidence };
}
