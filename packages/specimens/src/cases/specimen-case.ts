import type { CaptureTruth } from '../capture/plan-capture.ts';
import { simulateCapture } from '../capture/simulate-capture.ts';
import type { CaptureCondition } from '../capture/capture-settings.ts';
import { drawCard, type CardTruth } from '../card/draw-card.ts';
import type { CardKind } from '../card/card-kinds.ts';
import { stampMarker } from '../capture/stamp-marker.ts';
import type { Culture } from '../people/culture.ts';
import { drawSelfie } from '../face/draw-portrait.ts';
import { inventPerson } from '../people/invent-person.ts';
import { forgeZone, type ZoneForgery } from './forge-zone.ts';
import type { Person } from '../people/person.ts';

/** Documents that a case can use; cards have two sides. */
export const documentKinds = [
  'td3',
  'td1',
  'td2',
  'mrva',
  'mrvb',
  'mx-ine',
  'co-yellow',
  'co-digital',
  'br-cnh',
  'us-licence',
  'uto-licence',
  'uto-permit',
] as const;

/** One of `documentKinds`. */
export type DocumentKind = (typeof documentKinds)[number];

/** Options for the pictures of one verification. */
export interface CaseOptions {
  /** Seed of person, face, desk, light and noise. */
  seed: number;
  /** Default `td3`. */
  kind?: DocumentKind;
  /** Condition under which the document is photographed (default `typical`). */
  condition?: CaptureCondition;
  /** Changes to the details of the seed's person. */
  person?: Partial<Person>;
  /** Seed of the face in the selfie; by default the face on the document. */
  selfieSeed?: number;
  /** True to print a wrong check digit for the date of birth. */
  damagedMrz?: boolean;
  /** Makes zone and bar code contradict the print, in the given way. */
  forgedZone?: ZoneForgery;
  /** Family of the document, for `td1`, `td2`, `td3` and visas only. @see cardFamily */
  family?: number;
  /** Name in the sandbox marker that is stamped on every picture. */
  marker?: string;
}

/** One picture as an end-user would upload it. */
export interface CasePicture {
  /** Upload context. @see spec/contract.md A-35 */
  context: 'face' | 'document-front' | 'document-back';
  contentType: 'image/jpeg';
  bytes: Buffer;
  /** The card's contents and position; null for the selfie. */
  truth: { card: CardTruth; capture: CaptureTruth } | null;
}

/** Everything that a verification of one invented person needs. */
export interface SpecimenCase {
  options: CaseOptions;
  person: Person;
  /** Person in zone and bar code: the same as `person`, unless these are forged. */
  codedPerson: Person;
  /** Value for `document.type` of a session. @see spec/contract.md A-25 */
  documentType: DocumentType;
  /** Lines of the zone as printed, on whichever side they are. */
  mrzLines: string[];
  /** Document sides first, selfie last. */
  pictures: CasePicture[];
}

type DocumentType = 'PASSPORT' | 'ID_CARD' | 'VISA' | 'DRIVERS_LICENSE' | 'RESIDENCE_PERMIT';

const documents: Readonly<
  Record<DocumentKind, { sides: readonly CardKind[]; type: DocumentType; culture?: Culture }>
> = {
  td3: { sides: ['td3'], type: 'PASSPORT' },
  td1: { sides: ['td1-front', 'td1-back'], type: 'ID_CARD' },
  td2: { sides: ['td2'], type: 'ID_CARD' },
  mrva: { sides: ['mrva'], type: 'VISA' },
  mrvb: { sides: ['mrvb'], type: 'VISA' },
  'mx-ine': { sides: ['mx-ine-front', 'mx-ine-back'], type: 'ID_CARD', culture: 'mx' },
  'co-yellow': { sides: ['co-yellow-front', 'co-yellow-back'], type: 'ID_CARD', culture: 'co' },
  'co-digital': { sides: ['co-digital-front', 'co-digital-back'], type: 'ID_CARD', culture: 'co' },
  'br-cnh': { sides: ['br-cnh-front', 'br-cnh-back'], type: 'DRIVERS_LICENSE', culture: 'br' },
  'us-licence': { sides: ['us-licence-front', 'us-licence-back'], type: 'DRIVERS_LICENSE', culture: 'us' },
  'uto-licence': { sides: ['uto-licence-front', 'uto-licence-back'], type: 'DRIVERS_LICENSE' },
  'uto-permit': { sides: ['uto-permit-front', 'uto-permit-back'], type: 'RESIDENCE_PERMIT' },
};

/** Draws all pictures of one verification, document sides and selfie, and returns them with their contents. */
export async function specimenCase(options: CaseOptions): Promise<SpecimenCase> {
  const { seed, kind = 'td3', selfieSeed = seed, person: changes = {}, marker } = options;
  const { sides, type, culture = null } = documents[kind];
  const person = inventPerson(seed, { culture, changes });
  const codedPerson =
    options.forgedZone === undefined ? person : forgeZone(person, options.forgedZone, { seed, culture });
  const documentPictures = await Promise.all(
    sides.map((side) => documentPicture(side, { person, codedPerson }, options)),
  );
  const selfie: CasePicture = {
    context: 'face',
    contentType: 'image/jpeg',
    bytes: await drawSelfie({ seed: selfieSeed, variant: 1 }),
    truth: null,
  };
  const pictures = [...documentPictures, selfie];
  const zone = documentPictures.map(({ truth }) => truth?.card.mrz).find((mrz) => mrz);
  return {
    options,
    person,
    codedPerson,
    documentType: type,
    mrzLines: zone?.lines ?? [],
    pictures:
      marker === undefined
        ? pictures
        : await Promise.all(pictures.map((picture) => stamped(picture, marker))),
  };
}

async function stamped(picture: CasePicture, name: string): Promise<CasePicture> {
  return { ...picture, bytes: await stampMarker(picture.bytes, name) };
}

async function documentPicture(
  kind: CardKind,
  holder: { person: Person; codedPerson: Person },
  options: CaseOptions,
): Promise<CasePicture> {
  const { seed, condition = 'typical', damagedMrz = false, family } = options;
  const card = await drawCard({
    kind,
    ...holder,
    portraitSeed: seed,
    damagedMrz,
    ...(family === undefined ? {} : { family }),
  });
  const back = card.truth.side === 'back';
  // The sides are two separate photographs, so the second has its own pose and light.
  const capture = await simulateCapture(card.png, {
    condition,
    seed: back ? seed + 500_000 : seed,
    truth: card.truth,
  });
  return {
    context: back ? 'document-back' : 'document-front',
    contentType: 'image/jpeg',
    bytes: capture.jpeg,
    truth: { card: card.truth, capture: capture.truth },
  };
}
