import type { FlowContext, FlowState } from '@countersign/contract';
import type { FirstWords } from '../words/camera-texts.ts';

/**
 * The name of a picture: a passport has no front, and its camera screen refers to the page with the photo. @param chosen the
 * document
 */
export const pictureName = (
  words: FirstWords,
  context: FlowContext,
  chosen: FlowState['document'] | undefined,
): string =>
  context === 'document-front' && chosen?.type === 'PASSPORT'
    ? words.frontTitlePassport
    : words.pictures[context];
