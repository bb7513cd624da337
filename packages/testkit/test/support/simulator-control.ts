import type { PersonRecord } from '../../src/printed-people.ts';

/** Where a simulator's control is, and what opens it. */
export interface ControlAccess {
  url: string;
  token: string;
}

/** The control of a simulator as an operator reaches it. @see spec/registries.md 15.6 */
export function simulatorControl({ url, token }: ControlAccess) {
  const call = (method: string, path: string, body?: object) =>
    fetch(`${url}/__sim${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    /** Adds somebody; throws where the registry does not take the record. */
    async tell(registry: 'br' | 'mx' | 'co', [number, record]: [string, PersonRecord]) {
      const answer = await call('PUT', `/people/${registry}/${number}`, record);
      if (!answer.ok) throw new Error(`control answered ${answer.status} ${await answer.text()}`);
    },
    /** Status of the question whether a route was called so often: 200, or 409 when it was not. */
    async asserts(route: string, calls: number): Promise<number> {
      return (await call('POST', '/assert', { route, calls })).status;
    },
    async reset() {
      await call('POST', '/reset');
    },
  };
}
