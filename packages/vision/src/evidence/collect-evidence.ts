import type { EvidencePicture, Sign } from './evidence-picture.ts';
import { deviceFrame } from './device-frame.ts';
import type { Evidence } from '@countersign/findings';
import { fileSigns, screenshotSign } from './fact-signs.ts';
import { greyCopy, liveFlat } from './grey-signs.ts';
import { liveEdges } from './live-edges.ts';
import { liveReflection } from './live-reflection.ts';
import { documentPattern, livePattern } from './pattern-signs.ts';
import { portraitPasted } from './portrait-pasted.ts';
import { severalFaces } from './several-faces.ts';

type Look = (picture: EvidencePicture) => Sign[] | Promise<Sign[]>;

const looks: Readonly<Record<EvidencePicture['subject'], readonly Look[]>> = {
  selfie: [livePattern, liveEdges, deviceFrame, liveFlat, liveReflection, fileSigns, severalFaces],
  document: [documentPattern, deviceFrame, greyCopy, portraitPasted, screenshotSign, fileSigns],
};

/**
 * Looks for signs of copies and alterations in one open picture. Deterministic; signs with a strength below 0.1 are left out. An empty
 * list proves nothing: no sign ever indicates a live person or a genuine document.
 */
export async function pictureEvidence(picture: EvidencePicture): Promise<Evidence[]> {
  const found: Evidence[] = [];
  for (const look of looks[picture.subject]) {
    for (const sign of await look(picture)) found.push({ ...sign, mediaId: picture.mediaId });
  }
  return found;
}
