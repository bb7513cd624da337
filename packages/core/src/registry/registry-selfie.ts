import type { PictureFindings } from '@countersign/findings';

/** Contexts of pictures that show the person, best first. @see spec/contract.md A-35 */
const selfieContexts = ['face', 'face-pre'];

/**
 * The picture sent to a registry: the one compared with the document; otherwise, among `face` and then `face-pre`, the one with
 * the widest face; if nothing was inspected or no face found, the one uploaded last.
 * @param pictures of the attempt, in upload order
 * @param findings `null`: the pictures were not inspected
 * @returns `null` when there is no picture of the person
 * @see spec/contract.md A-333
 */
export function registrySelfie<Picture extends { mediaId: string; context: string }>(
  pictures: readonly Picture[],
  findings: Pick<PictureFindings, 'pictures' | 'selfie'> | null,
): Picture | null {
  const compared = pictures.find(({ mediaId }) => mediaId === findings?.selfie);
  if (compared) return compared;
  const context = selfieContexts.find((name) => pictures.some((picture) => picture.context === name));
  const widthOf = ({ mediaId }: Picture) =>
    findings?.pictures.find((finding) => finding.mediaId === mediaId)?.faces[0]?.width ?? 0;
  const candidates = pictures.filter((picture) => picture.context === context).toReversed();
  return candidates.toSorted((a, b) => widthOf(b) - widthOf(a))[0] ?? null;
}
