import {
  type FlowContext,
  type FlowOfferAnswer,
  type FlowPicture,
  type FlowPreview,
  type FlowRequirement,
  type FlowState,
  handoffLimits,
} from '@countersign/contract';
import { createLocal, type Local } from '../screens/which-screen.ts';
import { createModel, type Model } from '../service/journey.ts';

/** State and data of the page on a screen. */
export interface Invented {
  model: Model;
  local: Local;
}

const contexts = ['document-front', 'document-back', 'face'] as const satisfies FlowContext[];

const pictures: FlowPicture[] = contexts.map((context) => ({
  id: context,
  context,
  origin: 'camera',
  verdict: { result: 'ok', problems: [], retakesLeft: 2 },
  accepted: true,
}));

const unreadable: FlowPicture = {
  id: 'document-front',
  context: 'document-front',
  origin: 'camera',
  verdict: {
    result: 'fail',
    problems: [
      { code: 'img.blur', severity: 'fail' },
      { code: 'doc.glare', severity: 'fail' },
    ],
    retakesLeft: 2,
  },
  accepted: false,
};

const steps: FlowRequirement[] = [
  { kind: 'start', consents: ['biometric'] },
  { kind: 'document' },
  ...(['document-front', 'document-back'] as const).map((context) => ({ kind: 'picture', context }) as const),
  { kind: 'picture', context: 'face', challenge: false, still: false },
  { kind: 'fields', fields: ['firstName', 'lastName', 'dateOfBirth', 'idNumber'] },
  { kind: 'submit' },
];
/** The steps that are still missing, from a given step on. */
const from = (kind: FlowRequirement['kind']) => steps.slice(steps.findIndex((step) => step.kind === kind));

const card: FlowState['document'] = { country: 'CO', type: 'ID_CARD', hasBack: true };

type Changes = Partial<
  Pick<FlowState, 'missing' | 'document' | 'pictures' | 'redo' | 'ended' | 'handoff' | 'holder'>
> & {
  status?: FlowState['session']['status'];
};

function stateOf({ name, mode }: FlowPreview, { status = 'started', ...changes }: Changes): FlowState {
  const { missing = [] } = changes;
  return {
    revision: 1,
    session: { status, attempt: 1, attemptsLeft: 2, mode, expiresAt: '2100-01-01T00:00:00.000Z' },
    client: { name, callback: null, language: null },
    next: missing[0] ?? null,
    document: null,
    rules: {
      documents: (['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const).map((type) => ({
        type,
        countries: null,
      })),
      country: 'CO',
      upload: true,
      handoff: 'offer',
      // Nothing that a preview shows closes by itself.
      inactivitySeconds: null,
    },
    handoff: null,
    pictures: [],
    holder: 'this',
    redo: null,
    ended: null,
    ...changes,
    missing,
  };
}

const chosen: Changes = { document: card, missing: from('picture') };

/** The specifics of each screen. */
const screens: Readonly<
  Record<FlowPreview['screen'], { state: Changes; local?: Partial<Local>; model?: Partial<Model> }>
> = {
  start: { state: { status: 'created', missing: from('start') } },
  phone: {
    state: { status: 'created', missing: from('start') },
    local: { phone: 'wanted', computer: true },
  },
  number: {
    state: {},
    model: {
      claim: {
        name: '',
        computer: { browser: 'Firefox', system: 'Windows' },
        sameNetwork: true,
        numbers: [27, 58, 83],
        language: 'en',
      },
    },
  },
  follow: {
    state: {
      ...chosen,
      holder: 'other',
      handoff: { side: 'computer', stage: 'confirmed', device: { browser: 'Safari', system: 'iOS' } },
    },
  },
  document: { state: { missing: from('document') } },
  camera: { state: chosen },
  'no-camera': { state: chosen, local: { fault: 'denied' } },
  problem: { state: { ...chosen, pictures: [unreadable] } },
  details: { state: { document: card, pictures, missing: from('fields') } },
  review: { state: { document: card, pictures, missing: from('submit') }, model: { detailed: true } },
  checking: { state: { status: 'submitted' } },
  done: { state: { status: 'ended', ended: 'complete' }, model: { submitted: true } },
  redo: {
    state: {
      status: 'resubmission_requested',
      document: card,
      missing: [{ kind: 'start', consents: [] }, ...from('picture')],
      redo: { problems: unreadable.verdict?.problems ?? [], until: '2100-01-01T00:00:00.000Z' },
    },
  },
  help: { state: chosen, local: { overlay: 'help' } },
  leave: { state: chosen, local: { overlay: 'leave' } },
  expired: { state: { status: 'ended', ended: 'expired' } },
};

/** A code that leads nowhere and lasts as long as a real one. */
export const inventedCode = (origin: string): FlowOfferAnswer => ({
  url: `${origin}/v/${'preview'.padEnd(22, '-')}`,
  seconds: handoffLimits.scanSeconds,
});

/** An invented session whose person is on the requested screen. */
export function invent(preview: FlowPreview): Invented {
  const { state, local, model } = screens[preview.screen];
  const known = { ...createModel(), state: stateOf(preview, state), ...model };
  const claim = known.claim && { ...known.claim, name: preview.name };
  return { model: { ...known, claim }, local: { ...createLocal(), ...local } };
}
