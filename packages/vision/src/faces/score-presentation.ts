import { runSlot } from '../model-slots/model-slots.ts';
import type { PadDeclaration } from '../model-slots/slot-declaration.ts';
import { cutForSlot } from '../model-slots/slot-input.ts';
import type { OpenedImage } from '../picture/open-image.ts';
import type { Square } from '../picture/sample-square.ts';
import type { FaceModels } from './face-models.ts';
import type { Face } from './find-faces.ts';

/** Score of a face from an operator's presentation-attack network. */
export interface PresentationScore {
  /** 0–1; higher means more like an attack. Not comparable between models. */
  score: number;
  /** Identity of the network, `id@digest`. */
  model: string;
}

/**
 * Runs the presentation-attack slot on a face.
 * @returns `null` if the slot is empty; never a default
 * @throws Error if the network's output is not a valid score
 */
export async function scorePresentation(
  models: FaceModels,
  image: OpenedImage,
  face: Pick<Face, 'box' | 'width'>,
): Promise<PresentationScore | null> {
  const slot = models.pad;
  if (slot === null) return null;
  const { crop, input, output } = slot.declaration;
  const [x, y, width, height] = face.box;
  const stretch = Math.max(input.width, input.height) / Math.min(input.width, input.height);
  const square: Square = {
    center: [x + width / 2, y + height / 2],
    side: face.width * crop.scale * stretch,
    angle: 0,
  };
  const planar = await cutForSlot(image, square, input);
  const likelihood = activate(await runSlot(slot, planar), output);
  return { score: output.attack === 'high' ? likelihood : 1 - likelihood, model: slot.model };
}

function activate(values: Float32Array, { index, activation }: PadDeclaration['output']): number {
  const value = values[index] ?? NaN;
  if (activation === 'sigmoid') return 1 / (1 + Math.exp(-value));
  if (activation === 'softmax') {
    return 1 / values.reduce((sum, other) => sum + Math.exp(other - value), 0);
  }
  if (value < 0 || value > 1)
    throw new Error('a presentation-attack network without activation must give 0 to 1');
  return value;
}
