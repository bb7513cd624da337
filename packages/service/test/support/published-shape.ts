import { endpointBodies, endpoints } from '@countersign/contract';
import { flaws } from '../../../contract/test/shape.ts';

/** An answer of the public API as far as its shape goes. */
interface Shaped {
  status: number;
  bytes: Uint8Array;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

const patterns = endpoints.map(({ name, method, path, headers }) => ({
  name,
  method,
  feedback: headers === 'feedback',
  pattern: new RegExp(`^/v1${path.replaceAll(/:[a-zA-Z]+/g, '[^/]+')}$`),
}));

const errorMembers = { public: 'status,code,message', feedback: 'code,message' };

/**
 * What an answer says that its published description does not, or says otherwise: empty when it is exactly what an integrator may
 * expect, member for member in order. Other paths than those of the API are not judged.
 */
export function shapeFlaws(method: string, target: string, { status, bytes, headers }: Shaped): string[] {
  const path = target.split('?', 1)[0] ?? '';
  if (!path.startsWith('/v1/') || bytes.length === 0) return [];
  const endpoint = patterns.find((known) => known.method === method && known.pattern.test(path));
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (status >= 400) {
    const body = isJson ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as object) : {};
    const expected = errorMembers[path.startsWith('/v1/feedback/') ? 'feedback' : 'public'];
    const members = Object.keys(body).join();
    return members === expected ? [] : [`${status} has the members ${members} instead of ${expected}`];
  }
  const answers = endpoint && endpointBodies[endpoint.name].answers;
  if (!answers || !(status in answers)) return [`${method} ${path} has no published answer ${status}`];
  const published = answers[status as 200 | 201 | 202];
  if (!published) return isJson ? ['a picture was expected'] : [];
  return flaws(published.schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
}
