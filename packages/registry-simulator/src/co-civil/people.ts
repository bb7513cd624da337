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
    /** Not checked: the reader must handle unknown states. */
    state: Type.Integer({ minimum: 0, maximum: 99 }),
    deathDate: Day,
  },
  { additionalProperties: false },
);

/** A person as stored in the archive; `null` members are not on record. */
export type CoPerson = Static<typeof CoPerson>;

/** The **CO identity**, which a plain scenario returns. */
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

/** Every member is optional: without any, there is no name and no date, and the card is in force. */
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

/** The complete person behind a scenario. */
export const coPerson = (person: SimulatedPerson): CoPerson => ({ ...blank, ...person });

const Added = Type.Partial(CoPerson, { additionalProperties: false });

/** The problem with a person added over the control interface; `null`: none. */
export const objectionTo = (person: SimulatedPerson): string | null =>
  Check(Added, person)
    ? null
    : `a person has ${Object.keys(blank).join(', ')}: texts or null, dates YYYY-MM-DD, the state a number to 99`;
