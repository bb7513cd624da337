/** Records of the simulated population registry, and the search for a described person. @see spec/registries.md 8.4, 12.4 */
import { curpSex, parseCurp } from '@countersign/core';
import type { SimulatedCall, SimulatedPerson } from '../server/simulated-route.ts';
import { type CurpHolder, curpScenarios } from './scenarios.ts';

/** Men are `H`, women `M`. @see spec/registries.md 5.5 */
const sexLetters = { male: 'H', female: 'M', x: 'X' } as const;

/** The person of a scenario, with the members that this registry reads. */
export const curpHolder = (person: SimulatedPerson): CurpHolder =>
  person as Partial<CurpHolder> as CurpHolder;

/** The person that a request without a code describes, in RENAPO's terms. */
export interface Description {
  nombres: string;
  apellido1: string;
  /** Absent, `null` or empty: has one surname. */
  apellido2?: string | null;
  sexo: string;
  /** `dd/MM/yyyy`. */
  fechNac: string;
  cveEntidadNac: string;
}

/** `YYYY-MM-DD` as `dd/MM/yyyy`. */
export const writtenDay = (date: string): string => date.split('-').toReversed().join('/');

/** The letter of a sex of the domain. */
export const sexLetter = (sex: keyof typeof sexLetters): string => sexLetters[sex];

/** The record in RENAPO's format; date of birth, sex and state of birth are derived from the code. */
export function recordOf(holder: CurpHolder) {
  const { dateOfBirth, birthState } = parseCurp(holder.curp) ?? {};
  const sex = curpSex(holder.curp);
  return {
    CURP: holder.curp,
    curpHistoricas: holder.previousCurps ?? [],
    statusCurp: holder.curpStatus ?? 'AN',
    nombres: holder.firstName,
    apellido1: holder.fatherLastName,
    apellido2: holder.motherLastName ?? '',
    sexo: sex && sexLetters[sex],
    fechNac: dateOfBirth && writtenDay(dateOfBirth),
    nacionalidad: 'MEX',
    cveEntidadNac: birthState,
  };
}

/** The birth certificate of every record; its year is the year of birth. */
export const certificate = {
  docProbatorio: '1',
  foja: '12',
  tomo: '3',
  libro: '1',
  numActa: '00345',
  numEntidadReg: '09',
  cveMunicipioReg: '015',
};

const describing = ['nombres', 'apellido1', 'sexo', 'fechNac', 'cveEntidadNac'] as const;

function isDescribed(person: SimulatedPerson | null, described: Description): boolean {
  if (person === null) return false;
  const record = recordOf(curpHolder(person));
  const isSame = describing.every((name) => record[name] === described[name]);
  return isSame && record.apellido2 === (described.apellido2 ?? '');
}

/** The code of the described person; `null`: there is no such person. */
export function curpDescribed(described: Description, people: SimulatedCall['people']): string | null {
  const scenario = curpScenarios.find(({ person }) => isDescribed(person, described));
  if (scenario) return scenario.number;
  return [...people].find(([, person]) => isDescribed(person, described))?.[0] ?? null;
}
