import { type Static, Type } from 'typebox';
import { flowHandoffModes } from '../flow/flow-handoff.ts';
import { closed, oneOf, orNull } from './form.ts';

const text = Type.String();

/** Which pages may show the flow of an integration, where it leads at its end, and whether people go on with a phone. */
export const PortalFlowSettings = closed({
  /** Origins that may create sessions in a browser and show the flow in a frame; `null`: every one. */
  origins: orNull(Type.Array(text)),
  /** Where the flow goes at its end, unless the session names an address of its own. */
  callback: orNull(text),
  handoff: oneOf(flowHandoffModes),
  /** Scheme and authority of session links; the operator sets it. */
  flowUrl: text,
  /** Changes with every change of these settings; a change names the one it was made from. */
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
