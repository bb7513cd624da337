/** People of the simulated Colombian registry, in English. @see spec/registries.md 15.4 */
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import type { SimulatedPerson } from '../server/simulated-route.ts';

const Part = Type.Union([Type.String({ maxLength: 255 }), Type.Null()]);
const Day = Type.Union([Type.String({ pattern: String.raw`^\d{4}-\d{2}-\d{2}$` }), Type.Null()]);

const CoPerson = Type.Object(
  {
    firstGiven: Part,
    secondGiven: Part,
    firstSurname: Part,
    particle: Part,
    secondSurname: Part,
    issuedOn: Day,
    /** Any number: the reader has to handle unknown states. */
    state: Type.Integer({ minimum: 0, maximum: 99 }),
    deathDate: Day,
  },
  { additionalProperties: false },
);

/** A person in the archive; `null`: not on record. */
export type CoPerson = Static<typeof CoPerson>;

/** The **CO identity**, which plain scenarios return. */
export const coIdentity: CoPerson = {
  firstGiven: 'MARIA',
  secondGiven: 'GABRIELA',
  firstSurname: 'NUÑEZ',
  particle: ' ',
  secondSurname: 'GARCIA',
  issuedOn: '2015-06-20',
  state: 0,
  deathDate: null,
};

/** Defaults of a person: no name, no date, and a valid card. */
const blank: CoPerson = {
  firstGiven: null,
  secondGiven: null,
  firstSurname: null,
  particle: null,
  secondSurname: null,
  issuedOn: null,
  state: 0,
  deathDate: null,
};

/** The complete person of a scenario. */
export const coPerson = (person: SimulatedPerson): CoPerson => ({ ...blank, ...person });

const Added = Type.Partial(CoPerson, { additionalProperties: false });

/** Why a person to be added by control is invalid; `null`: it is valid. */
export const objectionTo = (person: SimulatedPerson): string | null =>
  Check(Added, person)
    ? null
    : `a person has ${Object.keys(blank).join(', ')}: texts or null, dates YYYY-MM-DD, the state a number to 99`;
