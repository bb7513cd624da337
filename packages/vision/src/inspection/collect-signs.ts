import { pictureEvidence } from '../evidence/collect-evidence.ts';
import { ghostDiffers } from '../evidence/ghost-differs.ts';
import type { Face } from '../faces/find-faces.ts';
import { scorePresentation } from '../faces/score-presentation.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import { attempt, type InspectionRun, timed } from './inspection-run.ts';
import type { Picture } from './picture-findings.ts';
import type { Seen } from './seen-picture.ts';

/** Adds the signs of copies to the run; reference pictures come from the client and are not examined. */
export async function collectSigns(
  run: InspectionRun,
  { picture, image, subject, faces, card }: Seen,
): Promise<void> {
  if (subject === 'other' || picture.context === 'face-reference') return;
  const found = await timed(run, 'evidence', () =>
    attempt(run, 'evidence', () =>
      pictureEvidence({
        mediaId: picture.mediaId,
        subject,
        image,
        faces: faces ?? [],
        card,
        ownCapture: run.inspection.ownCapture ?? false,
        holdsDocument: picture.context.startsWith('document-and-face'),
      }),
    ),
  );
  run.evidence.push(...(found ?? []));
  const [face] = faces ?? [];
  if (face === undefined) return;
  if (subject === 'selfie') await addModelScore(run, { picture, image, face });
  else await addGhost(run, { picture, image, faces, card });
}

/** Adds `doc.ghost_differs`. */
async function addGhost(
  run: InspectionRun,
  { picture, image, faces, card }: Pick<Seen, 'picture' | 'image' | 'faces' | 'card'>,
): Promise<void> {
  const found = await timed(run, 'evidence', () =>
    attempt(run, 'evidence', () => ghostDiffers(run.parts.models, { image, faces: faces ?? [], card })),
  );
  run.evidence.push(...(found ?? []).map((sign) => ({ ...sign, mediaId: picture.mediaId })));
}

/** Adds `live.model`: the score of the operator's presentation-attack network, if there is one. */
async function addModelScore(
  run: InspectionRun,
  { picture, image, face }: { picture: Picture; image: OpenedImage; face: Face },
): Promise<void> {
  const scored = await attempt(run, 'live.model', () => scorePresentation(run.parts.models, image, face));
  if (scored === null) return;
  const value = Math.round(scored.score * 10_000) / 10_000;
  run.presentationScored = true;
  run.evidence.push({
    code: 'live.model',
    strength: value,
    mediaId: picture.mediaId,
    region: 'face',
    value,
    sentence: `The operator’s model ${scored.model} gives ${value} for a presentation attack.`,
  });
}
