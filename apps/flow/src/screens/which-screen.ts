import type {
  FlowContext,
  FlowFieldsRequest,
  FlowPicture,
  FlowScreen,
  FlowState,
} from '@countersign/contract';
import type { CameraFault } from '../camera/open-camera.ts';
import type { Model } from '../service/journey.ts';

/** The person's choices on this page, which the service does not know. */
export interface Local {
  /** A screen over all others. */
  overlay: 'help' | 'leave' | null;
  /** The person wants to continue on a phone or on this device; `null`: the integration's default applies. */
  phone: 'wanted' | 'here' | null;
  /** This device is a computer, as far as the browser reveals. */
  computer: boolean;
  declined: boolean;
  /** A step that the person wants to repeat although it is complete. */
  editing: 'document' | FlowContext | null;
  /** The picture with problems that is being retaken. */
  retaking: FlowContext | null;
  /** The camera can be opened without a prompt. */
  cameraReady: boolean;
  /** The person chose not to make movements, if that is offered. */
  still: boolean;
  fault: CameraFault | null;
  /** Country chosen but not yet sent; `null`: none. */
  country: string | null;
  /** Details typed but not yet sent. */
  typed: FlowFieldsRequest;
}

export function createLocal(): Local {
  return {
    overlay: null,
    phone: null,
    computer: false,
    declined: false,
    editing: null,
    retaking: null,
    cameraReady: false,
    still: false,
    fault: null,
    country: null,
    typed: {},
  };
}

/** Variants of the screen F12. */
export type EndKind =
  | 'complete'
  | 'expired'
  | 'abandoned'
  | 'unknown'
  | 'elsewhere'
  | 'left'
  | 'finished'
  | 'declined'
  | 'void'
  | 'mismatch'
  | 'stopped';

/** The screen to show. */
export type Shown =
  | { screen: Exclude<FlowScreen, 'F2' | 'F2m' | 'F2w' | 'F12' | 'F4' | 'F4r' | 'F5' | 'F5q' | 'F6' | 'F7'> }
  | { screen: 'F2' | 'F2m' | 'F2w' }
  | { screen: 'F12'; end: EndKind }
  | { screen: 'F4' | 'F5' | 'F6' | 'F7'; context: FlowContext }
  | { screen: 'F4r'; context: FlowContext; fault: CameraFault }
  | { screen: 'F5q'; context: FlowContext; picture: FlowPicture };

const captureScreens = { 'document-front': 'F5', 'document-back': 'F6', face: 'F7' } as const;

/** The existing picture of a context. */
export const pictureOf = (state: FlowState, context: FlowContext): FlowPicture | undefined =>
  state.pictures.find((picture) => picture.context === context);

const hasProblems = (picture: FlowPicture | undefined): picture is FlowPicture =>
  picture !== undefined && !picture.accepted && picture.verdict?.result === 'fail';

function captureOf(state: FlowState, context: FlowContext, local: Local): Shown {
  const picture = pictureOf(state, context);
  if (hasProblems(picture) && local.retaking !== context) return { screen: 'F5q', context, picture };
  if (local.fault !== null) return { screen: 'F4r', context, fault: local.fault };
  return { screen: local.cameraReady ? captureScreens[context] : 'F4', context };
}

/** Shows an existing picture before it is taken again. */
function againOf(state: FlowState, context: FlowContext, local: Local): Shown {
  const picture = pictureOf(state, context);
  return picture?.accepted === true && local.retaking !== context
    ? { screen: 'F5q', context, picture }
    : captureOf(state, context, local);
}

/** The next screen. Without movements, the person continues after the still picture. */
export function nextOf({ next, missing, pictures }: FlowState, { still }: Local): FlowState['next'] {
  const isDone =
    still &&
    next?.kind === 'picture' &&
    next.context === 'face' &&
    next.still &&
    pictures.some(({ context, accepted }) => context === 'face' && accepted);
  return isDone ? (missing[1] ?? null) : next;
}

function openScreen(state: FlowState, local: Local): Shown {
  if (local.editing === 'document') return { screen: 'F3' };
  if (local.editing !== null) return againOf(state, local.editing, local);
  const next = nextOf(state, local);
  switch (next?.kind) {
    case 'start':
      return { screen: 'F1' };
    case 'document':
      return { screen: 'F3' };
    case 'picture':
      return captureOf(state, next.context, local);
    case 'fields':
      return { screen: 'F8' };
    case 'submit':
      return { screen: 'F9' };
    default:
      // Nothing is missing and nothing was submitted: the service is between two states.
      return { screen: 'F0' };
  }
}

/** Whether another device would be useful for the remaining steps. */
const needsPictures = ({ missing }: FlowState): boolean => missing.some(({ kind }) => kind === 'picture');

/** Whether the code for a phone is shown. */
export function isOffering({ state, left }: Model, { phone, computer }: Local): boolean {
  if (state === null || left !== null || state.next === null || state.holder === 'other') return false;
  if (phone === 'here') return false;
  if (state.handoff?.side === 'computer') return true;
  if (state.rules.handoff === 'off' || !needsPictures(state)) return false;
  return phone === 'wanted' || (state.rules.handoff === 'prefer' && computer);
}

/** Whether a session can be handed over from here. */
export const mayPassOn = ({ state }: Model): boolean =>
  state !== null && state.holder === 'this' && state.rules.handoff !== 'off' && needsPictures(state);

/** The screen of a submitted session. A phone leads back to the computer, where the session continues. */
const sentScreen = ({ handoff }: FlowState): Shown => ({ screen: handoff?.side === 'phone' ? 'F11' : 'F10' });

/** Another page holds the session: the phone that took over, or any other. */
const heldElsewhere = ({ handoff }: FlowState): Shown =>
  handoff?.side === 'computer' && handoff.stage === 'confirmed'
    ? { screen: 'F2w' }
    : { screen: 'F12', end: 'elsewhere' };

/** The screen after the page was left. If there is nothing to return to, it stays the same. @see spec/contract.md A-305 */
const endOnceLeft = ({ unknown, code, state }: Model, left: 'left' | 'finished'): EndKind => {
  if (left === 'finished') return left;
  return unknown ? (code ?? 'unknown') : (state?.ended ?? left);
};

/**
 * Determines the screen from the service's state and the person's choices. A pure function: the page computes nothing else about
 * the flow.
 */
export function whichScreen(model: Model, local: Local): Shown {
  const { state } = model;
  if (model.left !== null) return { screen: 'F12', end: endOnceLeft(model, model.left) };
  if (local.overlay === 'help') return { screen: 'F14' };
  if (local.overlay === 'leave') return { screen: 'F13' };
  if (model.failure !== null) return { screen: 'F14' };
  if (model.unknown) return { screen: 'F12', end: model.code ?? 'unknown' };
  if (model.claim !== null) return { screen: 'F2m' };
  if (state === null) return { screen: 'F0' };
  if (state.ended !== null) {
    const isDone = state.ended === 'complete' && model.submitted;
    return isDone ? { screen: 'F11' } : { screen: 'F12', end: state.ended };
  }
  if (state.session.status === 'submitted' || state.session.status === 'review') return sentScreen(state);
  if (state.holder === 'other') return heldElsewhere(state);
  if (state.handoff?.side === 'phone' && state.handoff.stage === 'stopped')
    return { screen: 'F12', end: 'stopped' };
  if (isOffering(model, local)) return { screen: 'F2' };
  if (local.declined) return { screen: 'F12', end: 'declined' };
  return openScreen(state, local);
}

/**
 * Whether the page may close after a time without input: not while it waits for the service or another device, nor where nothing is left
 * to do on it. @see spec/contract.md A-430
 */
export function mayPause(model: Model, local: Local): boolean {
  const { state, left, busy, failure, unknown, claim } = model;
  if (state === null || left !== null || busy || failure !== null || unknown || claim !== null) return false;
  if (state.ended !== null || state.next === null || state.holder === 'other') return false;
  return state.handoff?.side !== 'computer' && !isOffering(model, local);
}

/** The person's position among the steps, for display; `null` before the first and after the last. */
export function stepOf({ state, detailed }: Model): { index: number; total: number } | null {
  if (state === null || state.missing.length === 0) return null;
  const missing = new Set(state.missing.map((each) => ('context' in each ? each.context : each.kind)));
  const done =
    (missing.has('start') ? 0 : 1) +
    (state.document !== null && !missing.has('document') ? 1 : 0) +
    state.pictures.filter(({ context }) => !missing.has(context)).length +
    (detailed && !missing.has('fields') ? 1 : 0);
  return { index: done + 1, total: done + state.missing.length };
}
