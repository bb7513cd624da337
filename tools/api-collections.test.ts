import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { collectionFiles } from './docs/collection-files.mjs';
import { at } from './project.mjs';

const secret = 'csk_example_4f1d7a2c9b6e83051c47d0a9';
const session = '5043de43-828c-4b68-9ca0-15a1b9ea504d';
const values: Record<string, string> = {
  sharedSecret: secret,
  sessionId: session,
  baseUrl: 'https://id.example.com',
};
const withValues = (text: string) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
const digest = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');

/** Signed messages, by the contract's test vectors T2 to T5. */
const vectors = [
  [
    'submit-session',
    '{"verification":{"status":"submitted"}}',
    '11658659148f697bcefd2defe7f033f7102059a64bbd948be349579c034b1411',
  ],
  ['get-decision', null, 'baf547b49f59c8dfde06d8343bd24cfc52ff723d386ddbf6d948559c4160caef'],
  [
    'report-fraud',
    `{"reports":[{"sessionId":"${session}","categories":["document_is_printed_copy"],"comment":null}]}`,
    '46343a0574d64ad814798b74a118b33258318d49112435c86a899dc1473c8c95',
  ],
  ['list-fraud-categories', null, '78dafd5afd093882fc4c51758fe5bd14b6397ffeea8d672516762845232edd87'],
] as const;

interface PostmanItem {
  id: string;
  event: { listen: string; script: { exec: string[] } }[];
  request: { method: string; url: { raw: string }; header: { key: string }[]; body?: { raw: string } };
}

let files: Record<string, string>;
let items: PostmanItem[];
let http: string[];
beforeAll(async () => {
  files = await collectionFiles();
  const collection = JSON.parse(files['packages/contract/countersign.postman_collection.json']) as {
    item: { item: PostmanItem[] }[];
  };
  items = collection.item.flatMap(({ item }) => item);
  http = files['packages/contract/countersign.http'].split(/^(?=### )/m).slice(1);
});

describe('the API as a Postman collection and an .http file', () => {
  it.each(['packages/contract/countersign.postman_collection.json', 'packages/contract/countersign.http'])(
    '%s is current (refresh: npm run api-collections)',
    (file) => {
      expect(readFileSync(at(file), 'utf8')).toBe(files[file]);
    },
  );

  it('has every endpoint once in each', () => {
    const document = JSON.parse(readFileSync(at('packages/contract/openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(operations).toHaveLength(23);
    expect(items.map(({ id }) => id).toSorted()).toEqual(operations.toSorted());
    const names = http.map((request) => /^# @name (.+)$/m.exec(request)?.[1] ?? '');
    expect(names.toSorted()).toEqual(operations.toSorted());
  });

  it.each(vectors)('the script of %s in Postman signs as the contract demands', (name, body, expected) => {
    const item = items.find(({ id }) => id === name)!;
    const set: Record<string, string> = {};
    const pm = {
      variables: {
        get: (key: string) => values[key],
        replaceIn: withValues,
        set: (key: string, value: string) => void (set[key] = value),
      },
      request: {
        body: { raw: body ?? '' },
        url: { getPath: () => item.request.url.raw.replace('{{baseUrl}}', '') },
      },
    };
    const library = {
      HmacSHA256: (text: string, key: string) => ({ toString: () => digest(key, text) }),
    };
    const { exec } = item.event.find(({ listen }) => listen === 'prerequest')!.script;
    vm.runInNewContext(exec.join('\n'), {
      pm,
      require: (wanted: string) => (wanted === 'crypto-js' ? library : null),
    });
    expect(set).toEqual({ signature: expected });
  });

  it.each(vectors)(
    'the script of %s in the .http file signs as the contract demands',
    (name, body, expected) => {
      const request = http.find((each) => each.includes(`# @name ${name}\n`))!;
      const script = /< \{%\n([^]*?)\n%\}/.exec(request)![1];
      const address = /^(?:GET|POST|PATCH|DELETE) (\S+)$/m.exec(request)![1];
      const set: Record<string, string> = {};
      const hmac = (key: string, text: string) => ({
        digest: () => ({ toHex: () => digest(key, text) }),
      });
      vm.runInNewContext(script, {
        client: { global: { get: () => null } },
        crypto: {
          hmac: {
            sha256: () => ({
              withTextSecret: (key: string) => ({ updateWithText: (text: string) => hmac(key, text) }),
            }),
          },
        },
        request: {
          environment: { get: (key: string) => values[key] ?? null },
          body: { tryGetSubstituted: () => body },
          url: { tryGetSubstituted: () => withValues(address) },
          variables: { set: (key: string, value: string) => void (set[key] = value) },
        },
      });
      expect(set).toEqual({ signature: expected });
    },
  );

  it('signs nothing where nothing is signed, and holds no key', () => {
    const create = items.find(({ id }) => id === 'create-session')!;
    expect(create.event.map(({ listen }) => listen)).toEqual(['test']);
    expect(create.request.header.map(({ key }) => key)).toEqual(['X-AUTH-CLIENT', 'Content-Type']);
    for (const text of Object.values(files)) expect(text).not.toMatch(/csk_/);
  });
});
