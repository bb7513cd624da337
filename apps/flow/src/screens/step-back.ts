import type { FlowContext, FlowState } from '@countersign/contract';
import type { Model } from '../service/journey.ts';
import { isOffering, type Local, nextOf, whichScreen } from './which-screen.ts';

/** Places of a page in the history of its tab: leaving it, an earlier step, the current step. */
export const places = { leave: 0, earlier: 1, now: 2 } as const;
export type Place = (typeof places)[keyof typeof places];

/** The effect of a step through the history, and the page's place after it. */
export interface Step {
  place: Place;
  changes: Partial<Local>;
}

type Done = 'document' | FlowContext;
const order: readonly Done[] = ['document', 'document-front', 'document-back', 'face'];

/** A document without alternatives was never chosen. */
const hadChoice = ({ documents: [first, ...more] }: FlowState['rules']) =>
  more.length > 0 || first?.countries?.length !== 1;

const isDone = ({ document: chosen, pictures, rules }: FlowState, step: Done) =>
  step === 'document'
    ? chosen !== null && hadChoice(rules)
    : pictures.some(({ context, accepted }) => context === step && accepted);

/** Index of a step in `order`; whatever follows the pictures is behind all of them. */
function indexOf(state: FlowState, local: Local): number {
  if (local.editing !== null) return order.indexOf(local.editing);
  const next = nextOf(state, local);
  if (next?.kind === 'picture') return order.indexOf(next.context);
  return next?.kind === 'document' || next?.kind === 'start' ? 0 : order.length;
}

/** The step before the current one, or after an earlier one; `null` when there is none. */
function beside(state: FlowState, local: Local, direction: 'before' | 'after'): Done | null {
  if (state.session.status !== 'started') return null;
  const at = indexOf(state, local);
  const end = indexOf(state, { ...local, editing: null });
  const steps = direction === 'before' ? order.slice(0, at).reverse() : order.slice(at + 1, end);
  return steps.find((step) => isDone(state, step)) ?? null;
}

/** Whether leaving loses nothing. */
function isOver(model: Model, local: Local): boolean {
  const shown = whichScreen(model, local);
  if (shown.screen === 'F12') return shown.end !== 'declined' && shown.end !== 'stopped';
  return model.state === null || shown.screen === 'F11';
}

/**
 * The effect of Back: undoes the last choice, returns to the previous step, or shows the leave dialog.
 * @param from the page's place in the history
 * @returns `null` when the page may simply be left
 */
export function stepBack(model: Model, local: Local, from: Place): Step | null {
  if (isOver(model, local)) return null;
  if (local.overlay !== null) return { place: from, changes: { overlay: null } };
  if (local.phone === 'wanted' && isOffering(model, local))
    return { place: from, changes: { phone: 'here' } };
  if (local.declined) return { place: from, changes: { declined: false } };
  // Uploads are not interrupted.
  const earlier = model.busy ? null : beside(model.state!, local, 'before');
  if (!model.busy && local.editing !== null && from === places.now)
    return { place: from, changes: { editing: null, retaking: null } };
  if (!model.busy && local.retaking !== null) return { place: from, changes: { retaking: null } };
  return earlier === null
    ? { place: places.leave, changes: { overlay: 'leave' } }
    : { place: places.earlier, changes: { editing: earlier } };
}

/** The effect of Forward after Back: leads to the next step, or from the leave dialog to the screen before it. */
export function stepForward(model: Model, local: Local): Step {
  if (local.overlay !== null || model.state === null)
    return { place: local.editing === null ? places.now : places.earlier, changes: { overlay: null } };
  const later = local.editing === null ? null : beside(model.state, local, 'after');
  return {
    place: later === null ? places.now : places.earlier,
    changes: { editing: later, retaking: null },
  };
}
