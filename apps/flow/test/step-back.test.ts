import type { FlowContext, FlowRequirement, FlowState } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { places, stepBack, stepForward } from '../src/screens/step-back.ts';
import { createLocal, type Local } from '../src/screens/which-screen.ts';
import { createModel, type Model } from '../src/service/journey.ts';
import { Script } from './support/script.ts';

const base: FlowState = new Script({}).state();
const { leave, earlier, now } = places;
const back: FlowRequirement = { kind: 'picture', context: 'document-back' };
const send: FlowRequirement = { kind: 'submit' };
const askLeave = { place: leave, changes: { overlay: 'leave' } };

const picture = (context: FlowContext) => ({
  id: context,
  context,
  origin: 'camera' as const,
  accepted: true,
  verdict: null,
});
/** A session that has begun; its pictures are there. */
const begun = (next: FlowRequirement, contexts: FlowContext[], changes: Partial<FlowState> = {}): Model => ({
  ...createModel(),
  state: {
    ...base,
    session: { ...base.session, status: 'started' },
    missing: [next],
    next,
    document: { country: 'CO', type: 'ID_CARD', hasBack: true },
    pictures: contexts.map(picture),
    ...changes,
  },
});
const local = (changes: Partial<Local> = {}): Local => ({ ...createLocal(), cameraReady: true, ...changes });
const all: FlowContext[] = ['document-front', 'document-back', 'face'];

describe('Back', () => {
  it('leads to the step before the one that is shown', () => {
    expect(stepBack(begun(back, ['document-front']), local(), now)).toEqual({
      place: earlier,
      changes: { editing: 'document-front' },
    });
    expect(stepBack(begun(send, all), local({ editing: 'document-front' }), earlier)).toEqual({
      place: earlier,
      changes: { editing: 'document' },
    });
    expect(stepBack(begun(send, all), local({ editing: 'document' }), earlier)).toEqual(askLeave);
  });

  it('shows the confirmation of leaving where there is no step before, and where something is being sent', () => {
    const start: FlowRequirement = { kind: 'start', consents: ['biometric'] };
    expect(stepBack({ ...createModel(), state: { ...base, next: start } }, local(), now)).toEqual(askLeave);
    const one = { ...base.rules, documents: [{ type: 'ID_CARD' as const, countries: ['CO'] }] };
    expect(stepBack(begun(back, [], { rules: one }), local(), now)).toEqual(askLeave);
    expect(stepBack({ ...begun(send, all), busy: true }, local(), now)).toEqual(askLeave);
    const sent = begun(send, all, {
      session: { ...base.session, status: 'submitted' },
      missing: [],
      next: null,
    });
    expect(stepBack(sent, local(), now)).toEqual(askLeave);
  });

  it('undoes what the person chose on the page', () => {
    const changes = [
      [local({ overlay: 'help' }), { overlay: null }],
      [local({ declined: true }), { declined: false }],
      [local({ editing: 'face', retaking: 'face' }), { editing: null, retaking: null }],
    ] as const;
    for (const [before, undone] of changes)
      expect(stepBack(begun(send, all), before, now)).toEqual({ place: now, changes: undone });
    expect(stepBack(begun(back, all), local({ phone: 'wanted' }), now)).toEqual({
      place: now,
      changes: { phone: 'here' },
    });
    const again = local({ editing: 'face', retaking: 'face' });
    expect(stepBack(begun(send, all), again, earlier)).toEqual({
      place: earlier,
      changes: { retaking: null },
    });
  });

  it('leaves at once where nothing can be lost', () => {
    const over: Partial<Model>[] = [{ left: 'finished' }, { unknown: true }, { state: null }];
    for (const changes of over)
      expect(stepBack({ ...begun(send, all), ...changes }, local(), now)).toBeNull();
    expect(stepBack(begun(send, all, { ended: 'expired' }), local(), now)).toBeNull();
    expect(stepBack(begun(send, all, { holder: 'other' }), local(), now)).toBeNull();
  });
});

describe('Forward', () => {
  it('leads to the step after, and then to where the person was', () => {
    expect(stepForward(begun(send, all), local({ editing: 'document-back' }))).toEqual({
      place: earlier,
      changes: { editing: 'face', retaking: null },
    });
    expect(stepForward(begun(send, all), local({ editing: 'face' }))).toEqual({
      place: now,
      changes: { editing: null, retaking: null },
    });
  });

  it('leads from the confirmation of leaving to what was shown before it', () => {
    expect(stepForward(begun(send, all), local({ overlay: 'leave' }))).toEqual({
      place: now,
      changes: { overlay: null },
    });
    expect(stepForward(begun(send, all), local({ overlay: 'leave', editing: 'document' }))).toEqual({
      place: earlier,
      changes: { overlay: null },
    });
  });
});
