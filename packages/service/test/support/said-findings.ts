/** How a thread for tests sends a value of its own: as the sentence of the only sign in findings that are otherwise empty. */
import { noPictures } from '@countersign/core';
import type { PictureFindings } from '@countersign/findings';
import type { TaskResult, VisionTask } from '../../src/vision/vision-tasks.ts';

/** Findings of a task's pictures, none of which shows anything, that say this value. */
export function findingsSaying(value: unknown, { pictures }: Pick<VisionTask, 'pictures'>): PictureFindings {
  return {
    ...noPictures,
    pictures: pictures.map(({ mediaId, context }) => ({
      mediaId,
      context,
      refusal: null,
      width: 0,
      height: 0,
      quality: [],
      faces: [],
      card: null,
      side: null,
      perceptualHash: null,
    })),
    evidence: [
      {
        code: 'doc.same_file',
        strength: 0,
        mediaId: pictures[0]?.mediaId ?? '',
        region: 'image',
        value: 0,
        sentence: JSON.stringify(value),
      },
    ],
  };
}

/** The value that findings say. */
export const saidIn = ({ evidence: [sign] }: PictureFindings): unknown =>
  JSON.parse(sign?.sentence ?? 'null');

/** The result of a task that says this value; a capture has no member for one. */
export function resultSaying(value: unknown, task: VisionTask): TaskResult {
  if (task.kind === 'inspect') return { kind: 'inspect', findings: findingsSaying(value, task) };
  if (task.kind === 'judge')
    return { kind: 'judge', findings: { refusal: null, width: 0, height: 0, quality: [], ms: 0 } };
  if (task.kind === 'compare-faces') return { kind: 'compare-faces', score: null };
  return { kind: 'prepare-selfie', made: false };
}
