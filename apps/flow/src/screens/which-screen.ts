import type {
  FlowContext,
  FlowFieldsRequest,
  FlowPicture,
  FlowScreen,
  FlowState,
} from '@countersign/contract';
import type { CameraFault } from '../camera/open-camera.ts';
import type { Model } from '../service/journey.ts';

/** What the person does on this page, beside what the service knows. */
export interface Local {
  /** Screens that lie over all others. */
  overlay: 'help' | 'leave' | null;
  /** The person wants to go on with a phone, or with this device; `null`: as the integration has it. */
  phone: 'wanted' | 'here' | null;
  /** This device is a computer, as far as its browser shows. */
  computer: boolean;
  declined: boolean;
  /** Something that the person wants to do again although it is not missing. */
  editing: 'document' | FlowContext | null;
  /** A picture with problems is being taken again. */
  retaking: FlowContext | null;
  /** The camera may be opened without a question. */
  cameraReady: boolean;
  /** The person chose not to make movements, where that is offered. */
  still: boolean;
  fault: CameraFault | null;
  /** Country that was chosen and not sent; `null`: none. */
  country: string | null;
  /** Details that were typed and not sent. */
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

/** Texts of the screen F12. */
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

/** What is shown. */
export type Shown =
  | { screen: Exclude<FlowScreen, 'F2' | 'F2m' | 'F2w' | 'F12' | 'F4' | 'F4r' | 'F5' | 'F5q' | 'F6' | 'F7'> }
  | { screen: 'F2' | 'F2m' | 'F2w' }
  | { screen: 'F12'; end: EndKind }
  | { screen: 'F4' | 'F5' | 'F6' | 'F7'; context: FlowContext }
  | { screen: 'F4r'; context: FlowContext; fault: CameraFault }
  | { screen: 'F5q'; context: FlowContext; picture: FlowPicture };

const captureScreens = { 'document-front': 'F5', 'document-back': 'F6', face: 'F7' } as const;

/** The picture of a context that is there. */
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

/** A picture that is there already is shown before it is taken again. */
function againOf(state: FlowState, context: FlowContext, local: Local): Shown {
  const picture = pictureOf(state, context);
  return picture?.accepted === true && local.retaking !== context
    ? { screen: 'F5q', context, picture }
    : captureOf(state, context, local);
}

/** What is next. A person who makes no movements goes on after the still. */
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

/** What is left to do with another device. */
const needsPictures = ({ missing }: FlowState): boolean => missing.some(({ kind }) => kind === 'picture');

/** Whether the screen with the code is shown. */
export function isOffering({ state, left }: Model, { phone, computer }: Local): boolean {
  if (state === null || left !== null || state.next === null || state.holder === 'other') return false;
  if (phone === 'here') return false;
  if (state.handoff?.side === 'computer') return true;
  if (state.rules.handoff === 'off' || !needsPictures(state)) return false;
  return phone === 'wanted' || (state.rules.handoff === 'prefer' && computer);
}

/** Whether a session can be passed on from here. */
export const mayPassOn = ({ state }: Model): boolean =>
  state !== null && state.holder === 'this' && state.rules.handoff !== 'off' && needsPictures(state);

/** What is shown of a session that was handed in. A phone leads back to the computer, where it goes on. */
const sentScreen = ({ handoff }: FlowState): Shown => ({ screen: handoff?.side === 'phone' ? 'F11' : 'F10' });

/** Another page holds the session: the phone that it was passed on to, or any. */
const heldElsewhere = ({ handoff }: FlowState): Shown =>
  handoff?.side === 'computer' && handoff.stage === 'confirmed'
    ? { screen: 'F2w' }
    : { screen: 'F12', end: 'elsewhere' };

/** What is shown once the page was left. Where there is nothing to come back to, it stays what it was. @see spec/contract.md A-305 */
const endOnceLeft = ({ unknown, code, state }: Model, left: 'left' | 'finished'): EndKind => {
  if (left === 'finished') return left;
  return unknown ? (code ?? 'unknown') : (state?.ended ?? left);
};

/** The screen for what the service named and the person does. A pure function: the page computes nothing else about the flow. */
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

/** Where the person is among the steps, for display; `null` before the first and after the last. */
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
