import type { RegistryResult } from '@countersign/core';
import type { HttpAnswer } from '../calls/registry-http.ts';
import type { SimulatedCall, SimulatedReply } from '../simulator/simulated-route.ts';

/**
 * A simulated registry behind an adapter: its reply as a `RegistryResult` in terms of the domain. What is no 200 stays as it is.
 * @see spec/registries.md 8.7
 */
export function resultOfReply(
  reply: SimulatedReply,
  call: Pick<SimulatedCall, 'now'>,
  read: (answer: HttpAnswer) => RegistryResult<unknown>,
): SimulatedReply {
  if (reply.status !== 200) return reply;
  const body = Buffer.from(JSON.stringify(reply.body));
  const at = call.now.toISOString();
  return { ...reply, body: read({ status: reply.status, headers: {}, body, at, attempts: 1 }) };
}
