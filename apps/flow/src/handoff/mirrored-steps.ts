import type { FlowRequirement, FlowState } from '@countersign/contract';
import { pictureName } from '../parts/picture-name.ts';
import type { FirstWords } from '../words/camera-texts.ts';

/** A step of the phone, as the computer shows it. */
export interface MirroredStep {
  label: string;
  state: 'done' | 'now' | 'later';
}

/** The label of a step. */
function labelOf(step: FlowRequirement, words: FirstWords, chosen: FlowState['document']): string {
  if (step.kind === 'picture') return pictureName(words, step.context, chosen);
  const { mirrorStart, documentTitle, fieldsTitle, send } = words;
  return { start: mirrorStart, document: documentTitle, fields: fieldsTitle, submit: send }[step.kind];
}

/** The phone's completed, current and remaining steps, in the order of the flow. */
export function mirroredSteps(
  { document: chosen, pictures, missing }: Pick<FlowState, 'document' | 'pictures' | 'missing'>,
  words: FirstWords,
): MirroredStep[] {
  const open = missing.map((step) => ('context' in step ? step.context : step.kind));
  const done = [
    ...(open.includes('start') ? [] : [words.mirrorStart]),
    ...(chosen === null || open.includes('document') ? [] : [words.documentTitle]),
    ...pictures.flatMap(({ context }) =>
      open.includes(context) ? [] : [pictureName(words, context, chosen)],
    ),
  ];
  return [
    ...done.map((label): MirroredStep => ({ label, state: 'done' })),
    ...missing.map((step, index): MirroredStep => ({
      label: labelOf(step, words, chosen),
      state: index === 0 ? 'now' : 'later',
    })),
  ];
}
