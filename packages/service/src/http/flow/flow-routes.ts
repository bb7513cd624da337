import { FlowRefused } from '../../usecases/flow/flow-refused.ts';

/** One endpoint of the flow. */
export interface FlowRoute {
  /** Name in metrics and logs. */
  name: FlowRouteName;
  /** Identifier from the path, otherwise empty. */
  id: string;
}

const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';

const table = [
  ['POST', '/enter', 'flow-enter'],
  ['GET', '/state', 'flow-state'],
  ['POST', '/start', 'flow-start'],
  ['PUT', '/document', 'flow-document'],
  ['POST', '/uploads', 'flow-open-upload'],
  ['PATCH', `/uploads/${uuid}`, 'flow-append'],
  ['HEAD', `/uploads/${uuid}`, 'flow-upload-offset'],
  ['GET', `/media/${uuid}/verdict`, 'flow-verdict'],
  ['GET', `/media/${uuid}/preview`, 'flow-preview'],
  ['POST', `/media/${uuid}/accept`, 'flow-accept'],
  ['POST', '/challenge', 'flow-challenge'],
  ['PUT', '/fields', 'flow-fields'],
  ['POST', '/submit', 'flow-submit'],
  ['POST', '/take-over', 'flow-take-over'],
  ['POST', '/handoff', 'flow-offer-handoff'],
  ['DELETE', '/handoff', 'flow-withdraw-handoff'],
  ['POST', '/handoff/claim', 'flow-claim-handoff'],
  ['POST', '/handoff/confirm', 'flow-confirm-handoff'],
  ['POST', '/leave', 'flow-leave'],
] as const;
export type FlowRouteName = (typeof table)[number][2];

const routes = table.map(([method, path, name]) => ({ method, pattern: new RegExp(`^${path}$`), name }));

/**
 * Finds the endpoint for a method and a path below `/flow/v1`, as sent.
 * @throws FlowRefused not-found, method-not-allowed
 */
export function findFlowRoute(method: string, path: string): FlowRoute {
  const known = routes.filter(({ pattern }) => pattern.test(path));
  if (known.length === 0) throw new FlowRefused('not-found', 'there is no such endpoint');
  const found = known.find((route) => route.method === method);
  if (!found) {
    const allow = known.map((route) => route.method).join(', ');
    throw new FlowRefused('method-not-allowed', `the method must be ${allow}`, { allow });
  }
  return { name: found.name, id: found.pattern.exec(path)?.[1] ?? '' };
}
