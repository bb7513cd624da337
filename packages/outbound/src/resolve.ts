import { lookup, Resolver } from 'node:dns/promises';
import { type AddressPolicy, judgeAddress, type Scheme } from './judge-address.ts';

/** Looks up all addresses of a name. Rejects with a `code` such as `ENOTFOUND`. */
export type ResolveName = (name: string) => Promise<string[]>;

/** The result of resolving a name. Only `checked` addresses may be connected to. */
export type Resolution =
  | { kind: 'checked'; addresses: string[] }
  | { kind: 'denied' }
  | { kind: 'not_found'; cause?: unknown }
  | { kind: 'failed'; cause: unknown }
  | { kind: 'timed_out' };

/** Uses the system's resolver, which reads the hosts file first; for the few names that an operator configures. It occupies a thread. */
export const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Queries the name server first and falls back to the system's resolver. Tenants choose these names, and the system's resolver would
 * occupy one of the process's few threads for files and look-ups.
 */
export const resolveByServer: ResolveName = async (name) => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  const [first] = answers;
  if (first.status === 'rejected' && (first.reason as NodeJS.ErrnoException).code === 'ETIMEOUT')
    throw first.reason;
  return resolveBySystem(name);
};

const notFound = new Set(['ENOTFOUND', 'ENODATA', 'EAI_NONAME', 'EAI_NODATA']);

/** Options for resolving a name and checking its addresses. */
export interface ResolveOptions {
  resolve: ResolveName;
  policy: AddressPolicy;
  scheme: Scheme;
  /** Time limit in milliseconds. */
  limitMs: number;
}

/** Resolves a name once and checks every address. One denied address rejects the name, because the next look-up could return that one. */
export async function resolveChecked(name: string, options: ResolveOptions): Promise<Resolution> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Resolution>((done) => {
    timer = setTimeout(() => done({ kind: 'timed_out' }), options.limitMs);
  });
  try {
    return await Promise.race([
      limit,
      options.resolve(name).then((found) => judgeAnswers(found, options), judgeFailure),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function judgeAnswers(addresses: string[], { policy, scheme }: ResolveOptions): Resolution {
  if (addresses.length === 0) return { kind: 'not_found' };
  if (addresses.some((address) => judgeAddress(address, policy, scheme) !== null)) return { kind: 'denied' };
  return { kind: 'checked', addresses };
}

function judgeFailure(cause: NodeJS.ErrnoException): Resolution {
  if (cause.code === 'ETIMEOUT') return { kind: 'timed_out' };
  return { kind: notFound.has(cause.code ?? '') ? 'not_found' : 'failed', cause };
}
