import { lookup, Resolver } from 'node:dns/promises';
import { type AddressPolicy, judgeAddress, type Scheme } from './judge-address.ts';

/** Looks up every address of a name. Rejects with a `code` such as `ENOTFOUND`. */
export type ResolveName = (name: string) => Promise<string[]>;

/** What resolving a name came to. Only `checked` addresses may be connected to. */
export type Resolution =
  | { kind: 'checked'; addresses: string[] }
  | { kind: 'denied' }
  | { kind: 'not_found'; cause?: unknown }
  | { kind: 'failed'; cause: unknown }
  | { kind: 'timed_out' };

/** The system's resolver, which reads the hosts file first: for the few names that an operator configures. It holds a thread. */
export const resolveBySystem: ResolveName = async (name) =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * The name server first, without holding one of the process's few threads for files and names, since tenants choose these names;
 * then the system's own way.
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

/** How a name is resolved and its addresses judged. */
export interface ResolveOptions {
  resolve: ResolveName;
  policy: AddressPolicy;
  scheme: Scheme;
  /** Milliseconds. */
  limitMs: number;
}

/** Resolves a name once and judges every answer. One denied answer refuses the name: the next look-up could pick it. */
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
