import { lookup, Resolver } from 'node:dns/promises';
import { type AddressPolicy, judgeAddress } from './judge-address.ts';

/** Asks for every address of a name. Rejects with a `code` such as `ENOTFOUND`. */
export type ResolveName = (name: string) => Promise<string[]>;

/** What resolving a name came to. Only `checked` addresses may be connected to. */
export type Resolution =
  | { kind: 'checked'; addresses: string[] }
  | { kind: 'denied' }
  | { kind: 'not_found' }
  | { kind: 'failed' }
  | { kind: 'timed_out' };

/**
 * The name server first, without blocking a thread of the pool; then the system's own way, which knows the hosts file.
 */
export const resolveName: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const [first] = answers;
  if (first.status === 'rejected' && (first.reason as NodeJS.ErrnoException).code === 'ETIMEOUT')
    throw first.reason;
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
};

const notFound = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

/**
 * Resolves a name once and judges every answer; one denied answer refuses the name.
 * @param limitMs time limit
 */
export async function resolveChecked(
  name: string,
  { resolve, policy, limitMs }: { resolve: ResolveName; policy: AddressPolicy; limitMs: number },
): Promise<Resolution> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Resolution>((done) => {
    timer = setTimeout(() => done({ kind: 'timed_out' }), limitMs);
  });
  try {
    return await Promise.race([
      limit,
      resolve(name).then((found) => judgeAnswers(found, policy), judgeFailure),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function judgeAnswers(addresses: string[], policy: AddressPolicy): Resolution {
  if (addresses.length === 0) return { kind: 'not_found' };
  if (addresses.some((address) => judgeAddress(address, policy) !== null)) return { kind: 'denied' };
  return { kind: 'checked', addresses };
}

function judgeFailure(error: NodeJS.ErrnoException): Resolution {
  if (error.code === 'ETIMEOUT') return { kind: 'timed_out' };
  return { kind: notFound.has(error.code ?? '') ? 'not_found' : 'failed' };
}
