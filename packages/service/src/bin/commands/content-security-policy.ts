/** One policy: its directives in lower case with their sources. Of repeated directives, the first counts. */
export type Policy = ReadonlyMap<string, readonly string[]>;

/** Parses the text of one policy. @see https://www.w3.org/TR/CSP3/#parse-serialized-policy */
export function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources);
  }
  return policy;
}

/** Directives consulted, in order, if a directive is absent. */
const fallbacks: Readonly<Record<string, readonly string[]>> = {
  'frame-src': ['child-src', 'default-src'],
  'script-src': ['default-src'],
};

/** Whether a policy allows a page to load from an origin. Nonces and hashes of scripts are ignored. */
export function admits(
  policy: Policy,
  { directive, target, page }: { directive: string; target: URL; page: URL },
): boolean {
  const name = [directive, ...(fallbacks[directive] ?? [])].find((each) => policy.has(each));
  if (name === undefined) return true;
  return (policy.get(name) ?? []).some((source) => matches(source, target, page));
}

const isNetworkScheme = ({ protocol }: URL): boolean => protocol === 'http:' || protocol === 'https:';

function matches(source: string, target: URL, page: URL): boolean {
  if (source === '*') return isNetworkScheme(target);
  if (source.toLowerCase() === "'self'") return target.origin === page.origin;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return isScheme(source.slice(0, -1), target);
  const [, scheme, host, port] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:]+\])(?::(\d+|\*))?(?:\/.*)?$/i.exec(
      source,
    ) ?? [];
  if (host === undefined) return false;
  const needed = scheme ?? page.protocol.slice(0, -1);
  return isScheme(needed, target) && isHost(host.toLowerCase(), target) && isPort(port, target);
}

/** http also allows https. */
const isScheme = (scheme: string, { protocol }: URL): boolean => {
  const wanted = `${scheme.toLowerCase()}:`;
  return protocol === wanted || (wanted === 'http:' && protocol === 'https:');
};

const isHost = (host: string, { hostname }: URL): boolean =>
  host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host);

function isPort(port: string | undefined, { port: given, protocol }: URL): boolean {
  const usual = protocol === 'https:' ? '443' : '80';
  const actual = given === '' ? usual : given;
  if (port === '*') return true;
  return actual === (port ?? usual) || (port === '80' && actual === '443');
}
