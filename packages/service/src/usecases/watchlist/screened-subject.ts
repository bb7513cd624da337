import type { ScreenedPerson } from '@countersign/core';
import type { Subject } from '@countersign/screening';

/** The engine's input about a person. */
export function subjectOf(person: ScreenedPerson): Subject {
  const { firstName, lastName, secondLastName, dateOfBirth, gender, countries, identifiers } = person;
  return {
    schema: 'Person',
    ...(firstName === null ? {} : { firstName }),
    ...(lastName === null ? {} : { lastName }),
    ...(secondLastName === null ? {} : { secondLastName }),
    ...(dateOfBirth === null ? {} : { birthDate: dateOfBirth }),
    ...(gender === null ? {} : { gender }),
    countries,
    identifiers,
  };
}
