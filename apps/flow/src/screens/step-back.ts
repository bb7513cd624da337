import type { FlowContext, FlowState } from '@countersign/contract';
import type { Model } from '../service/journey.ts';
import { isOffering, type Local, nextOf, whichScreen } from './which-screen.ts';

/** Where a page is in the history of its tab: before it is left, at an earlier step, or where the flow goes on. */
export const places = { leave: 0, earlier: 1, now: 2 } as const;
export type Place = (typeof places)[keyof typeof places];

/** What a step through the history changes, and where the page is then. */
export interface Step {
  place: Place;
  changes: Partial<Local>;
}

type Done = 'document' | FlowContext;
const order: readonly Done[] = ['document', 'document-front', 'document-back', 'face'];

/** A document that had no alternative was never chosen. */
const hadChoice = ({ documents: [first, ...more] }: FlowState['rules']) =>
  more.length > 0 || first?.countries?.length !== 1;

const isDone = ({ document: chosen, pictures, rules }: FlowState, step: Done) =>
  step === 'document'
    ? chosen !== null && hadChoice(rules)
    : pictures.some(({ context, accepted }) => context === step && accepted);

/** Place of a step in `order`; what follows the pictures is behind all of them. */
function indexOf(state: FlowState, local: Local): number {
  if (local.editing !== null) return order.indexOf(local.editing);
  const next = nextOf(state, local);
  if (next?.kind === 'picture') return order.indexOf(next.context);
  return next?.kind === 'document' || next?.kind === 'start' ? 0 : order.length;
}

/** The step before the one that is shown, or after an earlier one that is; `null` when there is none. */
function beside(state: FlowState, local: Local, direction: 'before' | 'after'): Done | null {
  if (state.session.status !== 'started') return null;
  const at = indexOf(state, local);
  const end = indexOf(state, { ...local, editing: null });
  const steps = direction === 'before' ? order.slice(0, at).reverse() : order.slice(at + 1, end);
  return steps.find((step) => isDone(state, step)) ?? null;
}

/** Whether nothing can be lost by leaving. */
function isOver(model: Model, local: Local): boolean {
  const shown = whichScreen(model, local);
  if (shown.screen === 'F12') return shown.end !== 'declined' && shown.end !== 'stopped';
  return model.state === null || shown.screen === 'F11';
}

/**
 * What Back does: it undoes the last choice, or leads to the step before, or shows the question whether to leave.
 * @param from where the page was in the history
 * @returns `null` when the page may simply be left
 */
export function stepBack(model: Model, local: Local, from: Place): Step | null {
  if (isOver(model, local)) return null;
  if (local.overlay !== null) return { place: from, changes: { overlay: null } };
  if (local.phone === 'wanted' && isOffering(model, local))
    return { place: from, changes: { phone: 'here' } };
  if (local.declined) return { place: from, changes: { declined: false } };
  // What is being sent is not interrupted.
  const earlier = model.busy ? null : beside(model.state!, local, 'before');
  if (!model.busy && local.editing !== null && from === places.now)
    return { place: from, changes: { editing: null, retaking: null } };
  if (!model.busy && local.retaking !== null) return { place: from, changes: { retaking: null } };
  return earlier === null
    ? { place: places.leave, changes: { overlay: 'leave' } }
    : { place: places.earlier, changes: { editing: earlier } };
}

/** What Forward does after Back: it leads to the step after, and from the question whether to leave to what was shown before. */
export function stepForward(model: Model, local: Local): Step {
  if (local.overlay !== null || model.state === null)
    return { place: local.editing === null ? places.now : places.earlier, changes: { overlay: null } };
  const later = local.editing === null ? null : beside(model.state, local, 'after');
  return {
    place: later === null ? places.now : places.earlier,
    changes: { editing: later, retaking: null },
  };
}
