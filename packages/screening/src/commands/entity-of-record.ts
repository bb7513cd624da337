import { BadRecord } from '../lists/entity-draft.ts';
import { ftmEntityOf } from '../lists/opensanctions/ftm-entity.ts';
import { recordOf } from '../lists/opensanctions/ftm-record.ts';
import { mapSingleFtm } from '../lists/opensanctions/ftm-mapping.ts';
import { usualLimits } from '../lists/limits.ts';
import type { ListedEntity } from '../model/listed-entity.ts';
import { LoadLog } from '../lists/load-log.ts';
import { defaultMappingPolicies } from '../lists/mapping-policies.ts';
import { readNativeRecord } from '../lists/own/native-record.ts';
import { ScreeningInputError } from '../model/screening-types.ts';

/** Ids and, in FollowTheMoney, schemata do not affect the score of a pair, so a record may omit them. */
const assumed = { id: 'listed', schema: 'Unknown' };

function listedEntityOf(value: object): ListedEntity {
  const context = { log: new LoadLog(), limits: usualLimits };
  if ('properties' in value) {
    const mapping = { ...context, policies: defaultMappingPolicies, asOf: '1970-01-01' };
    return mapSingleFtm(recordOf(ftmEntityOf({ ...assumed, ...value })), mapping);
  }
  const record = readNativeRecord({ id: assumed.id, ...value }, context);
  if ('deleted' in record) throw new BadRecord('the record takes an entity away');
  return record;
}

/**
 * Reads one FollowTheMoney or native record as a standalone entity, in the same way as the loaders. What linked records would add is
 * unknown here, and listings do not affect the score.
 * @throws ScreeningInputError if the record is in neither format or has no name
 */
export function entityOfRecord(value: unknown): ListedEntity {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ScreeningInputError('an entity is an object');
  try {
    return listedEntityOf(value);
  } catch (error) {
    if (error instanceof BadRecord) throw new ScreeningInputError(error.message);
    throw error;
  }
}
