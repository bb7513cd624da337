import type { CaptureTruth } from '../capture/plan-capture.ts';
import { simulateCapture } from '../capture/simulate-capture.ts';
import type { CaptureCondition } from '../capture/conditions.ts';
import { drawCard, type CardTruth } from '../card/draw-card.ts';
import type { CardKind } from '../card/card-layout.ts';
import { drawSelfie } from '../face/draw-portrait.ts';
import { inventPerson, type Person } from '../people/invent-person.ts';

/** The documents a case can be about; the small card has two sides. */
export const documentKinds = ['td3', 'td1', 'td2', 'mrva', 'mrvb'] as const;

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
  /** Value for `document.type` of a session. @see spec/contract.md A-25 */
  documentType: 'PASSPORT' | 'ID_CARD' | 'VISA';
  /** Lines as printed, whichever side carries them. */
  mrzLines: string[];
  /** Document sides first, selfie last. */
  pictures: CasePicture[];
}

const sides: Readonly<Record<DocumentKind, readonly CardKind[]>> = {
  td3: ['td3'],
  td1: ['td1-front', 'td1-back'],
  td2: ['td2'],
  mrva: ['mrva'],
  mrvb: ['mrvb'],
};

const documentTypes = {
  td3: 'PASSPORT',
  td1: 'ID_CARD',
  td2: 'ID_CARD',
  mrva: 'VISA',
  mrvb: 'VISA',
} as const;

/** Draws all pictures of one verification: document sides and selfie, with what they show. */
export async function specimenCase(options: CaseOptions): Promise<SpecimenCase> {
  const { seed, kind = 'td3', selfieSeed = seed } = options;
  const person: Person = { ...inventPerson(seed), ...options.person };
  const documents = await Promise.all(sides[kind].map((side) => documentPicture(side, person, options)));
  const selfie = await drawSelfie({ seed: selfieSeed, variant: 1 });
  const zone = documents.map(({ truth }) => truth?.card.mrz).find((mrz) => mrz);
  return {
    options,
    person,
    documentType: documentTypes[kind],
    mrzLines: zone?.lines ?? [],
    pictures: [...documents, { context: 'face', contentType: 'image/jpeg', bytes: selfie, truth: null }],
  };
}

async function documentPicture(kind: CardKind, person: Person, options: CaseOptions): Promise<CasePicture> {
  const { seed, condition = 'typical', damagedMrz = false } = options;
  const card = await drawCard({ kind, person, portraitSeed: seed, damagedMrz });
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
