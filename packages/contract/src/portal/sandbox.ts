import { type Static, Type } from 'typebox';
import { limits } from '../limits.ts';
import { closed, instant, oneOf, uuid } from './form.ts';

const text = Type.String();
const { least, most } = limits.clockJumpSeconds;

/** What a persona decides. */
export const portalPersonaKinds = ['decision', 'screening', 'registry'] as const;
export type PortalPersonaKind = (typeof portalPersonaKinds)[number];

/** What a test integration offers beside its sessions. Live integrations are refused. */
export const PortalSandbox = closed({
  /** Values that decide the result of a session. */
  personas: Type.Array(
    closed({
      kind: oneOf(portalPersonaKinds),
      /** Member of a session creation that holds it, or the registry. */
      member: text,
      value: text,
      result: text,
    }),
  ),
  /** The last jumps of the clock, newest first. */
  jumps: Type.Array(closed({ id: Type.Integer(), at: instant, seconds: Type.Integer(), by: text })),
  /** Sessions that the integration may have at most for its clock to jump. */
  mostSessions: Type.Integer(),
  canDrive: Type.Boolean(),
});
export type PortalSandbox = Static<typeof PortalSandbox>;

export const PortalAdvanceClock = closed({
  seconds: Type.Integer({ minimum: least, maximum: most }),
  /** Made for one press of the button: a repetition with it jumps no further. */
  once: uuid,
});
export type PortalAdvanceClock = Static<typeof PortalAdvanceClock>;
export const PortalClockAdvanced = closed({ seconds: Type.Integer() });
export type PortalClockAdvanced = Static<typeof PortalClockAdvanced>;
