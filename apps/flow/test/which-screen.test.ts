import type { FlowRequirement, FlowState } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { createLocal, type Local, mayPause, stepOf, whichScreen } from '../src/screens/which-screen.ts';
import { createModel, type Model } from '../src/service/journey.ts';
import { Script } from './support/script.ts';

const base: FlowState = new Script({}).state();
const front: FlowRequirement = { kind: 'picture', context: 'document-front' };
const back: FlowRequirement = { kind: 'picture', context: 'document-back' };
const face: FlowRequirement = { kind: 'picture', context: 'face', challenge: true, still: true };
const send: FlowRequirement = { kind: 'submit' };

const state = (changes: Partial<FlowState>): FlowState => ({ ...base, ...changes });
const needing = (...missing: FlowRequirement[]): FlowState =>
  state({ missing, next: missing[0] ?? null, session: { ...base.session, status: 'started' } });
const screenOf = (given: FlowState | null, model: Partial<Model> = {}, local: Partial<Local> = {}) =>
  whichScreen(
    { ...createModel(), state: given, ...model },
    { ...createLocal(), cameraReady: true, ...local },
  );
const picture = (context: 'document-front' | 'face', accepted: boolean) => ({
  id: 'picture',
  context,
  origin: 'camera' as const,
  accepted,
  verdict: { result: accepted ? ('ok' as const) : ('fail' as const), problems: [], retakesLeft: 1 },
});

describe('the screen', () => {
  it.each<[string, FlowRequirement]>([
    ['F1', { kind: 'start', consents: ['biometric'] }],
    ['F3', { kind: 'document' }],
    ['F5', front],
    ['F6', back],
    ['F7', face],
    ['F8', { kind: 'fields', fields: ['firstName'] }],
    ['F9', send],
  ])('is %s for what is next', (screen, next) => {
    expect(screenOf(needing(next)).screen).toBe(screen);
  });

  it.each(['submitted', 'review'] as const)('is F10 for a session that is %s', (status) => {
    expect(screenOf(state({ session: { ...base.session, status }, holder: 'other' })).screen).toBe('F10');
  });

  it('is F11 at the end where the page itself submitted, F12 where the link was opened afterwards', () => {
    const ended = state({ ended: 'complete', missing: [], next: null });
    expect(screenOf(ended, { submitted: true }).screen).toBe('F11');
    expect(screenOf(ended)).toEqual({ screen: 'F12', end: 'complete' });
    expect(screenOf(state({ ended: 'expired' }), { submitted: true })).toEqual({
      screen: 'F12',
      end: 'expired',
    });
  });

  it('is the primer until the camera may be opened, and the recovery when it failed', () => {
    expect(screenOf(needing(front), {}, { cameraReady: false })).toEqual({
      screen: 'F4',
      context: 'document-front',
    });
    expect(screenOf(needing(front), {}, { fault: 'busy' })).toEqual({
      screen: 'F4r',
      context: 'document-front',
      fault: 'busy',
    });
  });

  it('shows the problems of a picture until it is taken again, after a reload too', () => {
    const bad = { ...needing(front), pictures: [picture('document-front', false)] };
    expect(screenOf(bad).screen).toBe('F5q');
    expect(screenOf(bad, {}, { retaking: 'document-front' }).screen).toBe('F5');
  });

  it('shows a picture that is there before it is taken again', () => {
    const there = { ...needing(send), pictures: [picture('face', true)] };
    expect(screenOf(there, {}, { editing: 'face' }).screen).toBe('F5q');
    expect(screenOf(there, {}, { editing: 'face', retaking: 'face' }).screen).toBe('F7');
  });

  it('moves past the still only for a person who makes no movements', () => {
    const taken = { ...needing(face, send), pictures: [picture('face', true)] };
    expect(screenOf(taken).screen).toBe('F7');
    expect(screenOf(taken, {}, { still: true }).screen).toBe('F9');
    const strict = { ...face, still: false };
    expect(
      screenOf({ ...needing(strict, send), pictures: [picture('face', true)] }, {}, { still: true }).screen,
    ).toBe('F7');
  });

  it('begins with the code on a computer where the integration prefers a phone, until the person continues there', () => {
    const preferring = { ...needing(face, send), rules: { ...base.rules, handoff: 'prefer' as const } };
    const computer = { computer: true };
    expect(screenOf(preferring, {}, computer).screen).toBe('F2');
    expect(screenOf(preferring).screen).toBe('F7');
    expect(screenOf(preferring, {}, { ...computer, phone: 'here' }).screen).toBe('F7');
    expect(screenOf(needing(face), {}, computer).screen).toBe('F7');
    expect(screenOf(needing(face), {}, { phone: 'wanted' }).screen).toBe('F2');
    expect(screenOf(needing(send), {}, { ...computer, phone: 'wanted' }).screen).toBe('F9');
    const never = { ...preferring, rules: { ...base.rules, handoff: 'off' as const } };
    expect(screenOf(never, {}, { ...computer, phone: 'wanted' }).screen).toBe('F7');
  });

  it('shows on a computer the number to choose, and what the phone does, until the session is submitted', () => {
    const device = { browser: 'Safari', system: 'iOS' };
    const of = (handoff: FlowState['handoff'], changes: Partial<FlowState> = {}) =>
      screenOf({ ...needing(send), handoff, ...changes }).screen;
    expect(of({ side: 'computer', stage: 'claimed', number: 42, device })).toBe('F2');
    expect(of({ side: 'computer', stage: 'missed' })).toBe('F2');
    const confirmed = { side: 'computer', stage: 'confirmed', device } as const;
    expect(of(confirmed, { holder: 'other' })).toBe('F2w');
    const submitted = { ...base.session, status: 'submitted' as const };
    expect(of(confirmed, { holder: 'other', session: submitted })).toBe('F10');
  });

  it('leads a phone back to its computer, and lets it continue when the computer’s page was closed', () => {
    const onPhone = { ...needing(send), handoff: { side: 'phone', stage: 'confirmed' } as const };
    expect(screenOf(onPhone).screen).toBe('F9');
    const submitted = { ...base.session, status: 'submitted' as const };
    expect(screenOf({ ...onPhone, session: submitted }).screen).toBe('F11');
    expect(screenOf({ ...onPhone, handoff: { side: 'phone', stage: 'stopped' } })).toEqual({
      screen: 'F12',
      end: 'stopped',
    });
  });

  it('shows a phone the numbers before anything else, and what became of a code', () => {
    const claim = {
      name: 'Example Bank',
      computer: { browser: 'Chrome', system: 'Windows' },
      sameNetwork: true,
      numbers: [12, 34, 56],
      language: 'en',
    };
    expect(screenOf(null, { claim }).screen).toBe('F2m');
    expect(screenOf(null, { unknown: true, code: 'mismatch' })).toEqual({ screen: 'F12', end: 'mismatch' });
  });

  it('puts leaving and help over everything but the end of the page', () => {
    expect(screenOf(needing(send), {}, { overlay: 'leave' }).screen).toBe('F13');
    expect(screenOf(needing(send), {}, { overlay: 'help' }).screen).toBe('F14');
    expect(screenOf(needing(send), { left: 'left' }, { overlay: 'leave' })).toEqual({
      screen: 'F12',
      end: 'left',
    });
  });

  it('is the same text for every invalid link', () => {
    expect(screenOf(null, { unknown: true })).toEqual({ screen: 'F12', end: 'unknown' });
    expect(screenOf(null).screen).toBe('F0');
    expect(screenOf(null, { unknown: true, left: 'left' })).toEqual({ screen: 'F12', end: 'unknown' });
  });
});

it('steps count what is done and what is missing', () => {
  const model = { ...createModel(), state: needing(back, face, send) };
  model.state.document = { country: 'CO', type: 'ID_CARD', hasBack: true };
  model.state.pictures = [picture('document-front', true)];
  expect(stepOf(model)).toEqual({ index: 4, total: 6 });
  expect(stepOf(createModel())).toBeNull();
  // Details that are there are no part of the state.
  expect(stepOf({ ...model, detailed: true })).toEqual({ index: 5, total: 7 });
});

describe('the page may close after inactivity (A-430)', () => {
  const mayClose = (given: FlowState | null, model: Partial<Model> = {}, local: Partial<Local> = {}) =>
    mayPause({ ...createModel(), state: given, ...model }, { ...createLocal(), ...local });
  const computer = { side: 'computer', stage: 'confirmed' } as FlowState['handoff'];
  const phone = { side: 'phone', stage: 'confirmed' } as FlowState['handoff'];

  it.each([
    ['before the start', base],
    ['at a step', needing(front)],
    ['before sending', needing(send)],
    ['on a phone that continues for a computer', { ...needing(front), handoff: phone }],
  ])('%s', (_, given) => {
    expect(mayClose(given)).toBe(true);
  });

  it.each<[string, FlowState | null, Partial<Model>, Partial<Local>]>([
    ['before the link was exchanged', null, {}, {}],
    ['while the service works', needing(front), { busy: true }, {}],
    ['once the person has left', needing(front), { left: 'left' }, {}],
    ['after a failure', needing(front), { failure: { reference: null } }, {}],
    ['after it was sent', { ...state({ missing: [], next: null }) }, {}, {}],
    ['at the end', state({ ended: 'complete' }), {}, {}],
    ['while another page continues', { ...needing(front), holder: 'other' }, {}, {}],
    ['while a phone continues', { ...needing(front), handoff: computer }, {}, {}],
    ['while a code for a phone is shown', needing(front), {}, { phone: 'wanted' }],
  ])('but not %s', (_, given, model, local) => {
    expect(mayClose(given, model, local)).toBe(false);
  });
});
