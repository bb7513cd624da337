import { type Static, Type } from 'typebox';
import { flowHandoffModes } from '../flow/flow-handoff.ts';
import { closed, oneOf, orNull } from './form.ts';

const text = Type.String();

/** Which pages may show the flow of an integration, where it redirects at the end, and whether people can continue on a phone. */
export const PortalFlowSettings = closed({
  /** Origins that may create sessions in a browser and frame the flow; `null`: any. */
  origins: orNull(Type.Array(text)),
  /** Where the flow redirects at its end, unless the session has its own address. */
  callback: orNull(text),
  handoff: oneOf(flowHandoffModes),
  /** Scheme and authority of session links; set by the operator. */
  flowUrl: text,
  /** Changes whenever these settings change; an update names the version it was based on. */
  version: text,
  canConfigure: Type.Boolean(),
});
export type PortalFlowSettings = Static<typeof PortalFlowSettings>;

/** Body of `PUT /integrations/{id}/flow`. */
export const PortalFlowChange = closed({
  origins: orNull(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 100 })),
  callback: orNull(Type.String({ minLength: 1, maxLength: 2_048 })),
  handoff: oneOf(flowHandoffModes),
  version: Type.String({ maxLength: 100 }),
});
export type PortalFlowChange = Static<typeof PortalFlowChange>;
