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

/** The documents a case can be about; cards have two sides. */
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

/** One of the documents. */
export type DocumentKind = (typeof documentKinds)[number];

/** What to draw for one verification. */
export interface CaseOptions {
  /** Person, face, desk, light and noise. */
  seed: number;
  /** Default `td3`. */
  kind?: DocumentKind;
  /** How the document is photographed; default `typical`. */
  condition?: CaptureCondition;
  /** Details to change about the seed's person. */
  person?: Partial<Person>;
  /** Seed of the face in the selfie; default the one on the document. */
  selfieSeed?: number;
  /** Prints a wrong check digit for the date of birth. */
  damagedMrz?: boolean;
  /** Zone and bar code contradict the print: whom they name instead. */
  forgedZone?: ZoneForgery;
  /** Family of the document; only for `td1`, `td2` and `td3`, and visas. @see cardFamily */
  family?: number;
  /** Stamps the sandbox's marker with this name on every picture. */
  marker?: string;
}

/** One picture as an end-user would upload it. */
export interface CasePicture {
  /** Upload context. @see spec/contract.md A-35 */
  context: 'face' | 'document-front' | 'document-back';
  contentType: 'image/jpeg';
  bytes: Buffer;
  /** What the card shows and where it lies; `null` for the selfie. */
  truth: { card: CardTruth; capture: CaptureTruth } | null;
}

/** Everything a verification of one invented person needs. */
export interface SpecimenCase {
  options: CaseOptions;
  person: Person;
  /** Whom zone and bar code name: `person`, unless they are forged. */
  codedPerson: Person;
  /** Value for `document.type` of a session. @see spec/contract.md A-25 */
  documentType: DocumentType;
  /** Lines as printed, whichever side carries them. */
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

/** Draws all pictures of one verification: document sides and selfie, with what they show. */
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
  // The two sides are two photographs: the second gets its own hand and light.
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
