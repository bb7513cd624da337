import {
  drawCard,
  drawSelfie,
  simulateCapture,
  specimenCase,
  type SpecimenCase,
} from '@countersign/specimens';
import sharp from 'sharp';
import { alter, type Shot } from './alterations.ts';
import type { Card, Picture, Subject } from './scenario.ts';

/** A picture for POST media. */
export interface DrawnPicture {
  context: string;
  bytes: Buffer;
}

/** Draws pictures; a card, selfie or altered picture that several scenarios use is drawn once. */
export class PictureMaker {
  readonly #cases = new Map<string, Promise<SpecimenCase>>();
  readonly #pictures = new Map<string, Promise<Buffer>>();

  async draw({ context, altered = [], ...subject }: Picture): Promise<DrawnPicture> {
    const bytes = await once(this.#pictures, JSON.stringify([subject, altered]), async () =>
      alter(await this.#shoot(subject), altered),
    );
    return { context, bytes };
  }

  /** The holder of a card. */
  async holderOf(card: Card): Promise<SpecimenCase['person']> {
    return (await this.#caseOf(card)).person;
  }

  #caseOf(card: Card): Promise<SpecimenCase> {
    const options = { ...card };
    delete options.zoneOf;
    return once(this.#cases, JSON.stringify(options), () => specimenCase(options));
  }

  async #shoot(subject: Subject): Promise<Shot> {
    if ('card' in subject) return this.#side(subject.card, subject.shows);
    return { bytes: await drawOther(subject), truth: null };
  }

  async #side(card: Card, side: 'front' | 'back'): Promise<Shot> {
    const { pictures, person } = await this.#caseOf(card);
    const picture = pictures.find(({ context }) => context === `document-${side}`);
    if (!picture?.truth) throw new Error(`a card of the kind ${card.kind} has no ${side}`);
    const { card: drawn, capture } = picture.truth;
    if (card.zoneOf === undefined || drawn.mrz === null) return { bytes: picture.bytes, truth: capture };
    const codedPerson = { ...person, ...card.zoneOf };
    const forged = await drawCard({ kind: drawn.kind, person, codedPerson, portraitSeed: card.seed });
    const { condition, seed } = capture;
    const photographed = await simulateCapture(forged.png, { condition, seed, truth: forged.truth });
    return { bytes: photographed.jpeg, truth: photographed.truth };
  }
}

function once<Value>(
  kept: Map<string, Promise<Value>>,
  key: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const value = kept.get(key) ?? make();
  kept.set(key, value);
  return value;
}

/** Draws a subject that is not a document. */
function drawOther(subject: Exclude<Subject, { card: Card }>): Promise<Buffer> {
  if (subject.shows === 'selfie') return drawSelfie({ seed: subject.face, variant: subject.variant });
  if (subject.shows === 'two people') return twoPeople(subject.faces);
  return subject.shows === 'empty table' ? emptyTable() : sheetOfText();
}

async function twoPeople([first, second]: readonly [number, number]): Promise<Buffer> {
  const [left, right] = await Promise.all([first, second].map((seed) => drawSelfie({ seed })));
  return sharp({ create: { width: 1920, height: 1280, channels: 3, background: '#808080' } })
    .composite([
      { input: left ?? Buffer.alloc(0), left: 0, top: 0 },
      { input: right ?? Buffer.alloc(0), left: 960, top: 0 },
    ])
    .jpeg({ quality: 88 })
    .toBuffer();
}

const emptyTable = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#8a7460',
      noise: { type: 'gaussian', mean: 120, sigma: 9 },
    },
  })
    .blur(0.8)
    .jpeg({ quality: 85 })
    .toBuffer();

function sheetOfText(): Promise<Buffer> {
  const lines = Array.from(
    { length: 18 },
    (_, row) =>
      `<rect x="180" y="${150 + row * 50}" width="${1240 - ((row * 137) % 420)}" height="14" fill="#30343a"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="#cfc9bd"/><rect x="120" y="90" width="1360" height="1010" fill="#f4f2ec"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).blur(0.8).jpeg({ quality: 85 }).toBuffer();
}
