// Request bodies: a body is read or refused with one of the contract's problems; nothing unknown gets through. S04
import assert from 'node:assert/strict';
import * as contract from '@countersign/contract';

const options = { today: '2026-11-20', mexico: false, registryAlone: null, allowLoopbackHttpCallback: false };
const path = { sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d' };
const canary = 'canary-9f2c';

const parsers: readonly ((body: unknown) => unknown)[] = [
  (body) => contract.parseCreateSession(body, options),
  (body) => contract.parseSubmitSession(body, path),
  (body) => contract.parseValidateRegistry(body, options),
  (body) => contract.parseCollectedData(body),
  (body) => contract.parseUploadMedia(body, () => {}),
  (body) => contract.parseWatchlistPatch(body, path),
  (body) => contract.parseFraudReports(body),
  (body) => contract.parseRetrieveFraudReports(body),
];

/** The first character chooses the body. */
export const seeds = [
  '0{"verification":{"callback":"https://shop.example/done","person":{"firstName":"José","lastName":"Pérez","dateOfBirth":"1990-01-31","idNumber":"123-45-6789"},"document":{"number":"B01234567","type":"PASSPORT","country":"MX"},"address":{"fullAddress":"Example Street 1"},"consents":[{"type":"ine","approved":true}],"vendorData":"v-1","endUserId":"5043de43-828c-4b68-9ca0-15a1b9ea504d","lang":"es"}}',
  '1{"verification":{"status":"submitted"}}',
  '2{"verification":{"person":{"firstName":"Ana","lastName":"Lima","dateOfBirth":"1990-01-31","idNumber":"123456789"}}}',
  '3{"browser":{"userAgent":"x"},"ip":"2001:db8::1","device":{"id":"d"}}',
  '4{"image":{"context":"face","content":"QQ==","timestamp":"2026-11-20T10:01:55.120+05:30"}}',
  '5{"hit":{"id":"5043de43-828c-4b68-9ca0-15a1b9ea504d","matchStatus":"true_match","riskLevel":"high"}}',
  '6{"reports":[{"sessionId":"5043de43-828c-4b68-9ca0-15a1b9ea504d","type":"x","comment":"y"}]}',
  '7{"ids":["5043de43-828c-4b68-9ca0-15a1b9ea504d"]}',
];
export const words = [
  `"${canary}":1`, `"__proto__":{"${canary}":1}`, '"constructor":{"prototype":{}}', 'null', '[]', '{}', '""', '" "', '1e3', '"\\ud83d\\ude00"',
]; // prettier-ignore

export function fuzz(input: Buffer): void {
  const body = parsed(input.subarray(1));
  if (body === undefined) return;
  const parse = parsers[((input[0] ?? 48) - 48 + 256 * parsers.length) % parsers.length] as (
    body: unknown,
  ) => unknown;
  try {
    const read = JSON.stringify(parse(body));
    assert.ok(!hasName(read, canary), 'an unknown member got through');
  } catch (error) {
    if (!(error instanceof contract.Problem)) throw error;
    assert.ok(!error.message.includes(canary), 'a message names what the request says');
  }
  assert.equal(
    ({} as Record<string, unknown>)[canary],
    undefined,
    'the prototype of all objects was changed',
  );
}

/** As a name of a member, not as a value. */
const hasName = (json: string | undefined, name: string): boolean => json?.includes(`"${name}":`) ?? false;

function parsed(bytes: Buffer): unknown {
  try {
    return contract.parseStrictJson(bytes);
  } catch (error) {
    if (!(error instanceof contract.Problem)) throw error;
    return undefined;
  }
}
