import type { Face } from '../faces/find-faces.ts';
import type { MrzReading } from '../mrz/reading.ts';
import type { InspectionRun } from './inspection-run.ts';
import type { InspectedPicture, ReadPicture } from './inspected-picture.ts';

/** A face chosen for comparison, and its picture. */
export interface ChosenFace<Source extends ReadPicture = InspectedPicture> {
  source: Source;
  face: Face;
}

export const widestOf = <Source extends ReadPicture>(
  inspected: readonly Source[],
): ChosenFace<Source> | null => facesOf(inspected).toSorted((a, b) => b.face.width - a.face.width)[0] ?? null;

/** The most prominent face of each picture. */
export const facesOf = <Source extends ReadPicture>(inspected: readonly Source[]): ChosenFace<Source>[] =>
  inspected.flatMap((source) => source.faces.slice(0, 1).map((face) => ({ source, face })));

/** Zones on the same side as the portrait (ICAO 9303 parts 4 and 7). */
const besidePortrait: ReadonlySet<MrzReading['format']> = new Set(['TD3', 'MRVA', 'MRVB']);

/**
 * The face beside the zone if the zone is on a front; otherwise the widest face on a front, then on any other document picture. A ghost
 * portrait never replaces a portrait that cannot be seen, because it is too small and faint to identify a person. Nor does the portrait
 * on another picture replace that of a passport or visa whose zone was read.
 * @see spec/contract.md
 */
export function findPortrait<Source extends ReadPicture>(
  { mrz }: Pick<InspectionRun, 'mrz'>,
  inspected: readonly Source[],
): ChosenFace<Source> | null {
  const documents = portraitsIn(inspected);
  const isFront = ({ picture, finding }: ReadPicture) =>
    finding.side === null ? picture.context.includes('document-front') : finding.side === 'front';
  const withZone = documents.filter(({ picture }) => picture.mediaId === mrz?.mediaId);
  if (mrz && mrz.status !== 'inconsistent' && besidePortrait.has(mrz.format)) return widestOf(withZone);
  return widestOf(withZone.filter(isFront)) ?? widestOf(documents.filter(isFront)) ?? widestOf(documents);
}

/** Document pictures whose widest face may be the portrait. */
export const portraitsIn = <Source extends ReadPicture>(inspected: readonly Source[]): Source[] =>
  inspected.filter(({ subject, showsGhostOnly }) => subject === 'document' && !showsGhostOnly);
