import { bodyObject, member, memberTable, type MemberRow, readMembers } from './members.ts';
import { Problem } from './problems.ts';
import { anyObject, integer, object, type ReadOptions, Refusal, type Rule, text } from './rules.ts';

/** True for an IPv4 address in dotted decimal without leading zeros. */
export const isIpV4 = (value: string): boolean =>
  /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}$/.test(value);

/** True for an IPv6 address: eight groups, at most one `::`, optionally ending in dotted IPv4; no zone. */
export function isIpV6(value: string): boolean {
  const halves = value.split('::');
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1)?.at(-1);
  let count = groups.reduce((sum, half) => sum + half.length, 0);
  if (last?.includes('.')) {
    if (!isIpV4(last)) return false;
    groups.at(-1)?.pop();
    count += 1;
  }
  if (!groups.flat().every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? count <= 7 : count === 8;
}

const address = (format: 'ipv4' | 'ipv6', isAddress: (value: string) => boolean): Rule => ({
  json: 'string',
  schema: { type: 'string', format },
  check: (value) => (typeof value === 'string' && isAddress(value) ? value : new Refusal('form')),
});
const mandatory: Partial<MemberRow> = { missing: 'parameter-missing' };

/** Members of POST …/collected-data, in the contract's order. @see spec/contract.md A-45 */
export const collectedDataTable = memberTable('', [
  member('providerName', text(255), mandatory),
  member('person.email', text(320)),
  member('person.phoneNumber', text(32, /^\+?[0-9 ]+$/)),
  member('network', object(), mandatory),
  member('network.ip', object(), mandatory),
  member('network.ip.addressV4', address('ipv4', isIpV4)),
  member('network.ip.addressV6', address('ipv6', isIpV6)),
  member('network.mobileCarrier', text(255)),
  member('network.ssid', text(255)),
  member('network.hostname', text(255)),
  member('network.location', anyObject()),
  member('network.asn.number', integer(0, 4_294_967_295)),
  member('network.asn.organization', text(255)),
  member('device', object(), mandatory),
  member('device.fingerprint', text(255), mandatory),
  member('device.androidId', text(255)),
  member('device.idfv', text(255)),
  member('device.model', text(255)),
  member('device.vendor', text(255)),
  member('device.type', text(255)),
  member('browser.acceptLanguage', text(255)),
  member('browser.userAgent', text(255)),
  member('browser.timezoneOffset', integer(-1440, 1440)),
]);

const beforeAddresses = collectedDataTable.rows.findIndex(({ path }) => path === 'network.ip.addressV4');
const upToIp = { ...collectedDataTable, rows: collectedDataTable.rows.slice(0, beforeAddresses) };
const fromAddresses = { ...collectedDataTable, rows: collectedDataTable.rows.slice(beforeAddresses) };

/** Data a client collected about the end-user: the members of the table, trimmed; absent ones were not supplied. */
export interface CollectedData {
  providerName: string;
  person?: { email?: string; phoneNumber?: string };
  network: {
    ip: { addressV4?: string; addressV6?: string };
    mobileCarrier?: string;
    ssid?: string;
    hostname?: string;
    location?: Record<string, unknown>;
    asn?: { number?: number; organization?: string };
  };
  device: {
    fingerprint: string;
    androidId?: string;
    idfv?: string;
    model?: string;
    vendor?: string;
    type?: string;
  };
  browser?: { acceptLanguage?: string; userAgent?: string; timezoneOffset?: number };
}

const unusedOptions: ReadOptions = {
  today: '9999-12-31',
  mexico: false,
  registryAlone: null,
  allowLoopbackHttpCallback: false,
};

/**
 * Reads the body of POST …/collected-data.
 * @throws Problem of the first violated row
 * @see spec/contract.md A-45
 */
export function parseCollectedData(body: unknown): CollectedData {
  const source = bodyObject(body);
  const first = readMembers(upToIp, source, unusedOptions);
  const ip = (source['network'] as { ip: Record<string, unknown> }).ip;
  const supplied = (name: string) => {
    const value = Object.hasOwn(ip, name) ? ip[name] : null;
    return value !== null && !(typeof value === 'string' && value.trim() === '');
  };
  if (!supplied('addressV4') && !supplied('addressV6')) {
    throw new Problem('parameter-missing', { parameter: 'network.ip.addressV4' });
  }
  return nested([...first, ...readMembers(fromAddresses, source, unusedOptions)]);
}

/** Builds nested objects from paths; every name comes from the table, never from the request. */
function nested(entries: readonly (readonly [string, unknown])[]): CollectedData {
  const root: Record<string, unknown> = {};
  for (const [path, value] of entries) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let at = root;
    for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
    at[last] = value;
  }
  return root as unknown as CollectedData;
}
