import type { FaceTraces, FieldReading, PictureFinding, PictureFindings } from '@countersign/findings';

/** @param faceWidth of 1280: a person in front of the camera fills more of the picture than the portrait of a document */
const picture = (context: string, perceptualHash: string, faceWidth: number): PictureFinding => ({
  mediaId: '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346',
  context,
  refusal: null,
  width: 1280,
  height: 1600,
  quality: [],
  faces: [
    {
      box: [300, 300, faceWidth, faceWidth],
      width: faceWidth,
      confidence: 0.98,
      roll: 0,
      yaw: 0,
      pitch: 0,
      flags: [],
    },
  ],
  card: null,
  side: null,
  perceptualHash,
});

const read = (value: string): FieldReading => ({ value, text: value, confidence: 1, box: null });

/** What is different about the person and document in front of the camera. */
export interface Seen {
  number?: string;
  lastName?: string;
  birthDate?: string;
  /** Two numbers stand for the face; faces less than 0.4 apart are the same, less than 0.5 alike, more than 0.6 those of two people. */
  face?: [number, number];
  portrait?: [number, number];
  hash?: string;
}

const base64 = (numbers: [number, number]) =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

/** Pictures in which everything agrees, as vision reports them of a driving licence. */
export function seenPictures(seen: Seen = {}): PictureFindings {
  const { face = [0, 0], hash = 'a0a1a2a3a4a5a6a7' } = seen;
  const faceTraces: FaceTraces = {
    model: 'test-face@1',
    metric: 'euclidean',
    selfie: base64(face),
    portrait: base64(seen.portrait ?? face),
    distances: { same: 0.4, alike: 0.5, other: 0.6 },
  };
  return {
    pictures: [picture('face', hash, 400), picture('document-front', 'ffffffffffffffff', 200)],
    mrz: null,
    barcode: {
      mediaId: '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346',
      format: 'PDF417',
      kind: 'aamva',
      length: 300,
      corners: [
        [0, 0],
        [9, 0],
        [9, 4],
        [0, 4],
      ],
      fields: {
        documentCode: read('DL'),
        issuingState: read('UTO'),
        number: read(seen.number ?? 'D4417003'),
        lastName: read(seen.lastName ?? 'MAASIKAS'),
        firstName: read('LIISA'),
        birthDate: read(seen.birthDate ?? '1991-03-14'),
        expiryDate: read('2032-05-28'),
      },
      version: '09',
      unofficial: false,
    },
    printed: null,
    documentClass: null,
    portrait: { mediaId: '9c3f8a52-1b7e-4d64-8f0a-5e2d7c91b346', box: [0, 0, 200, 200], width: 200 },
    comparison: { distance: 0.2, score: 99.9, model: 'test-face@1', weak: false },
    comparisonReason: null,
    reference: null,
    referenceReason: 'reference.none',
    evidence: [],
    liveness: { examined: 'passive', challenge: null },
    faceTraces,
    notComputed: [],
    cutShort: [],
    models: ['test-face@1'],
  };
}
