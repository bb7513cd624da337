import { type FlowEvent, flowMessages, renderMessageName, type RenderPayload } from '@countersign/contract';
import type { Dialect, HostFacts } from './dialect.ts';

/** The string for an event in this dialect. */
const postedFor = (event: FlowEvent): string =>
  flowMessages.find((message) => message.event === event)!.posted;

/** The message sent to a host before it has responded. */
export const legacyHandshake: string = flowMessages[0].posted;
const forceReload: string = flowMessages[6].posted;

const factsOf = ({ isReloadHandled, embedded }: Partial<RenderPayload>): HostFacts => ({
  layout: embedded === true ? 'embedded' : 'modal',
  reloadHandled: isReloadHandled === true,
});

/** Parses a host's response in this dialect; `null` when the message is something else. Missing members mean false. */
export function readLegacyAnswer(data: unknown): HostFacts | null {
  if (data === renderMessageName) return factsOf({});
  if (typeof data !== 'object' || data === null) return null;
  const { name, payload } = data as { name?: unknown; payload?: unknown };
  if (name !== renderMessageName) return null;
  return factsOf(typeof payload === 'object' && payload !== null ? payload : {});
}

/** @see spec/contract.md A-105 */
export const createLegacyDialect = (post: (message: string) => void): Dialect => ({
  name: 'legacy',
  event: (name) => post(postedFor(name)),
  step: () => undefined,
  fault: () => undefined,
  focusExit: () => undefined,
  stay: () => undefined,
  forceReload: () => post(forceReload),
});
