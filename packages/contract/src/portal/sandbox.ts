import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { closed, instant, oneOf, uuid } from './form.ts';

const text = Type.String();
const { least, most } = limits.clockJumpSeconds;

/** What a persona decides. */
export const portalPersonaKinds = ['decision', 'screening', 'registry'] as const;
export type PortalPersonaKind = (typeof portalPersonaKinds)[number];

/** What a persona results in: for sessions by name, for watchlists, for registries. */
export const portalPersonaResults = [
  'session-approved',
  'session-declined',
  'session-resubmission',
  'session-expired',
  'session-abandoned',
  'session-review',
  'later',
  'never',
  'no-hit',
  'sanctions-hit',
  'pep-hit-1',
  'pep-hit-2',
  'pep-hit-3',
  'pep-hit-4',
  'media-hit',
  'warnings-hit',
  'fitness-hit',
  'many-hits',
  'hit-later',
  'approved',
  'declined-123',
  'declined-529',
  'declined-544',
  'declined-581',
  'declined-901',
  'declined-902',
  'declined-903',
  'declined-904',
  'resubmission-202',
  'resubmission-529',
  'liveness-581',
  'liveness-202',
  'signature-901',
  'by-score',
  'by-score-581',
  'found-AN',
  'found-AH',
  'found-RCN',
  'found-BD',
  'found-CRA',
  'found-RCC',
  'current',
  'not-current',
  'not-found',
  'unavailable',
] as const;
export type PortalPersonaResult = (typeof portalPersonaResults)[number];

/** What a test integration offers in addition to its sessions. Rejected for live integrations. */
export const PortalSandbox = closed({
  /** Values that decide the result of a session. */
  personas: Type.Array(
    closed({
      kind: oneOf(portalPersonaKinds),
      /** Member of a session creation that contains it, or the registry. */
      member: text,
      value: text,
      code: oneOf(portalPersonaResults),
      /** The code in English. */
      result: text,
    }),
  ),
  /** The last jumps of the clock, newest first. */
  jumps: Type.Array(closed({ id: Type.Integer(), at: instant, seconds: Type.Integer(), by: text })),
  /** Maximum number of sessions the integration may have when its clock jumps. */
  mostSessions: Type.Integer(),
  canDrive: Type.Boolean(),
});
export type PortalSandbox = Static<typeof PortalSandbox>;

/** Body of `POST /integrations/{id}/sandbox/clock`. */
export const PortalAdvanceClock = closed({
  seconds: Type.Integer({ minimum: least, maximum: most }),
  /** Generated for one press of the button: a repetition has no further effect. */
  once: uuid,
});
export type PortalAdvanceClock = Static<typeof PortalAdvanceClock>;
/** Answer to `POST /integrations/{id}/sandbox/clock`. */
export const PortalClockAdvanced = closed({ seconds: Type.Integer() });
export type PortalClockAdvanced = Static<typeof PortalClockAdvanced>;
