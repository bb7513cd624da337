import { compareFaces, distanceAtScore } from '../faces/compare-faces.ts';
import { describeAligned, type FaceDescriptor } from '../faces/describe-face.ts';
import { crossEvidence } from '../evidence/cross-evidence.ts';
import { roundBox } from './face-findings.ts';
import { type ChosenFace, facesOf, findPortrait, portraitsIn, widestOf } from './find-portrait.ts';
import { isComparable, isWeakFace, type FaceLimits } from '../faces/face-size.ts';
import { attempt, type InspectionRun, timed } from './inspection-run.ts';
import type { InspectedPicture } from './inspected-picture.ts';
import { thingOf } from './picture-subject.ts';
import type { FaceComparison, FaceTraces, PictureFindings, PortraitFinding } from '@countersign/findings';

type Compared = Pick<
  PictureFindings,
  'selfie' | 'portrait' | 'comparison' | 'comparisonReason' | 'reference' | 'referenceReason' | 'faceTraces'
>;

/** Descriptors of the widest face of each picture. Each costs a run of the network, and one face may take part in several comparisons. */
export type Described = Map<InspectedPicture, FaceDescriptor>;

/**
 * Computes the descriptors of the faces that will probably be compared, while print is read. If print leads to another choice of
 * portrait, that one is computed later; a failing network is reported when the faces are compared.
 */
export async function describeAhead(
  run: InspectionRun,
  inspected: readonly InspectedPicture[],
): Promise<Described> {
  const described: Described = new Map();
  const describe = describer(run, described);
  const [selfie, portrait] = [chosenSelfie(run, inspected), findPortrait(run, inspected)];
  if (selfie !== null && portrait !== null && whyNotComparable(run, [selfie, portrait]) === null)
    await timed(run, 'describe', async () => {
      await describe(selfie);
      await describe(portrait);
    }).catch(() => {});
  return described;
}

function describer(run: InspectionRun, described: Described): Describe {
  return async (chosen) => {
    const known = described.get(chosen.source) ?? (await describeChosen(run, chosen));
    described.set(chosen.source, known);
    return known;
  };
}

/** Compares the faces of an attempt, and adds the signs that only its pictures together can show. */
export async function compareChosen(
  run: InspectionRun,
  inspected: readonly InspectedPicture[],
  described: Described,
): Promise<Compared> {
  const describe = describer(run, described);
  const selfie = chosenSelfie(run, inspected);
  const portrait = findPortrait(run, inspected);
  const reference = widestOf(inspected.filter(({ picture }) => picture.context === 'face-reference'));
  const comparison = await compare(run, describe, [selfie, portrait]);
  const referenced = await compare(run, describe, [selfie, reference]);
  run.evidence.push(
    ...crossEvidence({
      selfie: selfie && hashed(selfie),
      portrait: portrait && { ...hashed(portrait), distance: comparison?.distance ?? null },
      otherPortrait: await compareOtherPortraits(run, describe, { portrait, inspected }),
      pictures: inspected
        .filter(({ picture }) => picture.context !== 'face-reference')
        .map(({ picture, sha256, finding }) => ({
          mediaId: picture.mediaId,
          thing: thingOf(picture.context),
          sha256,
          perceptualHash: finding.perceptualHash ?? '',
        })),
    }),
  );
  return {
    portrait: portrait && portraitFinding(portrait),
    ...(selfie && { selfie: selfie.source.picture.mediaId }),
    comparison,
    comparisonReason:
      comparison === null ? (whyNotComparable(run, [selfie, portrait]) ?? 'sys.unavailable') : null,
    reference: referenced,
    referenceReason: referenced === null ? whyNotReferenced(run, inspected, [selfie, reference]) : null,
    faceTraces: await traceFaces(run, describe, { selfie, portrait }),
  };
}

/** The lowest score between the chosen portrait and the portraits on other pictures; `null` if there is no other to compare. */
async function compareOtherPortraits(
  run: InspectionRun,
  describe: Describe,
  { portrait, inspected }: { portrait: ChosenFace | null; inspected: readonly InspectedPicture[] },
): Promise<{ mediaId: string; score: number } | null> {
  const scores: { mediaId: string; score: number }[] = [];
  for (const source of portraitsIn(inspected)) {
    const [face] = source.faces;
    if (portrait === null || face === undefined || source === portrait.source) continue;
    const compared = await compare(run, describe, [{ source, face }, portrait]);
    if (compared && !compared.weak) scores.push({ mediaId: source.picture.mediaId, score: compared.score });
  }
  return scores.toSorted((a, b) => a.score - b.score)[0] ?? null;
}

const chosenSelfie = (run: InspectionRun, inspected: readonly InspectedPicture[]): ChosenFace | null =>
  bestSelfie(run, inspected, 'face') ?? bestSelfie(run, inspected, 'face-pre');

/** A head turned farther than this, in degrees, is compared only if no straighter picture was sent. */
const straight = { yaw: 20, pitch: 20 };

/**
 * Chooses the selfie to compare: a sharp and large one over a weak one, a straight one over a turned one, then the widest. The choice
 * never depends on the score of the comparison, because sending more pictures would then raise the chance of acceptance.
 */
function bestSelfie(
  run: InspectionRun,
  inspected: readonly InspectedPicture[],
  context: string,
): ChosenFace | null {
  const faults = (chosen: ChosenFace): number => {
    const { yaw, pitch } = chosen.face;
    const isTurned = Math.abs(yaw) > straight.yaw || Math.abs(pitch) > straight.pitch;
    return (isWeak(chosen, run.inspection.faceLimits) ? 2 : 0) + (isTurned ? 1 : 0);
  };
  const sent = inspected.filter(({ picture }) => picture.context === context);
  const candidates = facesOf(sent).map((chosen) => ({ chosen, faults: faults(chosen) }));
  const [best] = candidates.toSorted(
    (a, b) => a.faults - b.faults || b.chosen.face.width - a.chosen.face.width,
  );
  return best?.chosen ?? null;
}

function portraitFinding({ source, face }: ChosenFace): PortraitFinding {
  return {
    mediaId: source.picture.mediaId,
    box: roundBox(face.box),
    width: Math.round(face.width * 10) / 10,
  };
}

function describeChosen({ parts }: InspectionRun, { source }: ChosenFace): Promise<FaceDescriptor> {
  if (source.aligned === null) throw new Error('the face was not cut out');
  return describeAligned(parts.models, source.aligned);
}

type Describe = (chosen: ChosenFace) => Promise<FaceDescriptor>;

async function compare(
  run: InspectionRun,
  describe: Describe,
  [one, other]: readonly [ChosenFace | null, ChosenFace | null],
): Promise<FaceComparison | null> {
  if (one === null || other === null || whyNotComparable(run, [one, other]) !== null) return null;
  const similarity = await timed(run, 'describe', () =>
    attempt(run, 'face.model', async () => compareFaces(await describe(one), await describe(other))),
  );
  return (
    similarity && {
      ...similarity,
      weak: isWeak(one, run.inspection.faceLimits) || isWeak(other, run.inspection.faceLimits),
    }
  );
}

type FaceReason = NonNullable<PictureFindings['comparisonReason']>;
type FacePair = readonly [one: ChosenFace | null, other: ChosenFace | null];

function whyNotComparable({ inspection }: InspectionRun, [selfie, portrait]: FacePair): FaceReason | null {
  if (selfie === null) return 'face.none';
  if (portrait === null) return 'doc.portrait_none';
  if (!isComparable(selfie.face, inspection.faceLimits)) return 'face.small';
  return isComparable(portrait.face, inspection.faceLimits) ? null : 'doc.portrait_small';
}

function whyNotReferenced(
  run: InspectionRun,
  inspected: readonly InspectedPicture[],
  [selfie, reference]: FacePair,
): FaceReason {
  if (!inspected.some(({ picture }) => picture.context === 'face-reference')) return 'reference.none';
  if (reference === null || !isComparable(reference.face, run.inspection.faceLimits))
    return 'reference.face_none';
  return whyNotComparable(run, [selfie, reference]) ?? 'sys.unavailable';
}

function isWeak({ source, face }: ChosenFace, limits: Partial<FaceLimits> | undefined): boolean {
  const region = source.subject === 'document' ? 'portrait' : 'face';
  const blur = source.finding.quality.find(
    (measured) => measured.code === 'img.blur' && measured.region === region,
  );
  return isWeakFace(face, blur?.value ?? null, limits);
}

function hashed({ source }: ChosenFace): { mediaId: string; faceHash: string } {
  return { mediaId: source.picture.mediaId, faceHash: source.faceHash };
}

/** Descriptors for comparisons with other sessions, for faces of sufficient quality. */
async function traceFaces(
  run: InspectionRun,
  describe: Describe,
  { selfie, portrait }: { selfie: ChosenFace | null; portrait: ChosenFace | null },
): Promise<FaceTraces | null> {
  const scores = run.inspection.faceTraces ?? null;
  if (scores === null || (selfie === null && portrait === null)) return null;
  const { models } = run.parts;
  const encode = async (chosen: ChosenFace | null) => {
    if (chosen === null || isWeak(chosen, run.inspection.faceLimits)) return null;
    const { values } = await describe(chosen);
    return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
  };
  return attempt(run, 'face.model', async () => ({
    model: models.ids.descriptor,
    metric: models.descriptorSlot?.declaration.output.metric ?? 'euclidean',
    selfie: await encode(selfie),
    portrait: await encode(portrait),
    distances: {
      same: finite(distanceAtScore(models, scores.same)),
      alike: finite(distanceAtScore(models, scores.alike)),
      other: finite(distanceAtScore(models, scores.other)),
    },
  }));
}

/** The built-in curve has no distance for a score of 0. */
const finite = (distance: number): number | null => (Number.isFinite(distance) ? distance : null);
