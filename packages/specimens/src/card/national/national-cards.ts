import type { Culture } from '../../people/culture.ts';
import type { Person } from '../../people/person.ts';
import type { Papers } from '../../people/papers.ts';
import type { NationalKind } from '../card-kinds.ts';
import { drivingLicenceBack, drivingLicenceFront } from './brazil.ts';
import type { CardDesign, Holder } from './card-design.ts';
import { digitalCardBack, digitalCardFront, olderCardBack, olderCardFront } from './colombia.ts';
import { voterCardBack, voterCardFront } from './mexico.ts';
import { stateLicenceBack, stateLicenceFront } from './united-states.ts';
import {
  residencePermitBack,
  residencePermitFront,
  utopianLicenceBack,
  utopianLicenceFront,
} from './utopia.ts';

interface NationalCard {
  /** Culture of the holders; null when people of Utopia and of any culture may hold the card. */
  culture: Culture | null;
  fill(person: Person, seed: number): CardDesign;
}

/** The possible holders of each side, and its design for a holder. */
export const nationalCards: Readonly<Record<NationalKind, NationalCard>> = {
  'mx-ine-front': card('mx', voterCardFront),
  'mx-ine-back': card('mx', voterCardBack),
  'co-yellow-front': card('co', olderCardFront),
  'co-yellow-back': card('co', olderCardBack),
  'co-digital-front': card('co', digitalCardFront),
  'co-digital-back': card('co', digitalCardBack),
  'br-cnh-front': card('br', drivingLicenceFront),
  'br-cnh-back': card('br', drivingLicenceBack),
  'us-licence-front': card('us', stateLicenceFront),
  'us-licence-back': card('us', stateLicenceBack),
  'uto-licence-front': { culture: null, fill: utopianLicenceFront },
  'uto-licence-back': { culture: null, fill: utopianLicenceBack },
  'uto-permit-front': { culture: null, fill: residencePermitFront },
  'uto-permit-back': { culture: null, fill: residencePermitBack },
};

/** Returns the culture whose people may hold a side, for `inventPerson(seed, { culture })`; null for Utopia's own. */
export function cultureOf(kind: NationalKind): Culture | null {
  return nationalCards[kind].culture;
}

/** Returns true for the sides in `nationalCards`, false for Utopia's own documents. */
export function isNational(kind: string): kind is NationalKind {
  return kind in nationalCards;
}

function card<Name extends Culture>(
  culture: Name,
  design: (holder: Holder<Extract<Papers, { culture: Name }>>) => CardDesign,
): NationalCard {
  const holds = (papers: Papers | undefined): papers is Extract<Papers, { culture: Name }> =>
    papers?.culture === culture;
  return {
    culture,
    fill: (person, seed) => {
      const { papers } = person;
      if (!holds(papers)) throw new RangeError(`the person has no papers of culture ${culture}`);
      return design({ person, papers, seed });
    },
  };
}
