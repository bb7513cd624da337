import * as Schema from 'typebox/schema';
import { describe, expect, it } from 'vitest';
import committed from '../openapi.json?raw';
import { contractExamples, endpointBodies, endpoints, openApiDocument, webhookTypes } from '../src/index.ts';
import { descriptionKey, memberDescriptions } from '../src/openapi/member-descriptions.ts';
import { examples } from './contract-text.ts';
import { rows } from './create-session-rows.ts';
import { withMember } from './outcome.ts';

const document = openApiDocument();
const text = JSON.stringify(document);

interface Operation {
  operationId: string;
  security: Record<string, never[]>[];
  responses: Record<string, unknown>;
}
const paths = document['paths'] as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = (name: string) => operations.find((entry) => entry.operation.operationId === name)?.operation;

describe('the OpenAPI document', () => {
  it('is the committed one (refresh: node tools/run-ts.mjs packages/contract/tools/write-openapi.ts > packages/contract/openapi.json)', () => {
    expect(committed).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  it('describes every endpoint and webhook (S10)', () => {
    const described = operations.map(
      ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
    );
    const ours = endpoints.map(
      ({ name, method, path }) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
    );
    expect(described.sort()).toEqual(ours.sort());
    expect(Object.keys(document['webhooks'] as object)).toEqual(webhookTypes.map(({ type }) => type));
  });

  it('refers only to what it defines', () => {
    const references = new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, target]) => target ?? ''));
    expect(references.size).toBeGreaterThan(30);
    for (const target of references) {
      const found = target
        .split('/')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], document);
      expect(`${target} ${typeof found}`).toBe(`${target} object`);
    }
  });

  it('requires the headers that sign a request', () => {
    expect(named('create-session')?.security).toEqual([{ apiKey: [] }]);
    expect(named('submit-session')?.security).toEqual([{ apiKey: [], signature: [] }]);
    expect(named('report-fraud')?.security).toEqual([{ feedbackApiKey: [], feedbackSignature: [] }]);
  });

  it('names the answers of an endpoint by status', () => {
    expect(Object.keys(named('create-session')?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '408',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(named('get-watchlist-screening')?.responses ?? {})).toEqual([
      '200',
      '202',
      '400',
      '401',
      '402',
      '404',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(named('get-media')?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '404',
      '429',
      '500',
      '503',
    ]);
  });

  it('has no undefined or duplicate component', () => {
    expect(text).not.toContain('undefined');
    expect(JSON.parse(text)).toEqual(document);
  });
});

describe('members in the OpenAPI document', () => {
  interface Node {
    properties?: Record<string, Node>;
    not?: unknown;
    description?: string;
  }
  /** Every member of a schema with its path and its description. */
  const membersOf = (node: unknown, place: string[]): { place: string[]; description: string }[] => {
    if (Array.isArray(node)) return node.flatMap((item) => membersOf(item, place));
    if (typeof node !== 'object' || node === null) return [];
    const { properties = {}, ...others } = node as Node;
    const own = Object.entries(properties).filter(([, member]) => !('not' in member));
    return [
      ...own.flatMap(([name, member]) => [
        { place: [...place, name], description: member.description ?? '' },
        ...membersOf(member, [...place, name]),
      ]),
      ...Object.entries(others).flatMap(([key, value]) =>
        key === 'examples' || key === 'example' ? [] : membersOf(value, place),
      ),
    ];
  };
  const { schemas } = document['components'] as { schemas: Record<string, unknown> };
  const bodies = operations.map(({ operation }) => ({
    name: operation.operationId,
    body: (operation as { requestBody?: unknown }).requestBody,
  }));
  const members = [
    ...Object.entries(schemas).flatMap(([name, schema]) => membersOf(schema, [name])),
    ...bodies.flatMap(({ name, body }) => membersOf(body, [name])),
  ];

  it('have a description each, in a separate sentence', () => {
    expect(members.length).toBeGreaterThan(750);
    const lacking = members.filter(({ description }) => !/^[A-Za-z0-9].{3,}[.]$/.test(description));
    expect(lacking.map(({ place }) => place.join('.'))).toEqual([]);
  });

  it('use every row of the table of descriptions', () => {
    const used = new Set(members.map(({ place }) => descriptionKey(place)));
    expect(Object.keys(memberDescriptions).filter((key) => !used.has(key))).toEqual([]);
  });

  it('mean one thing each, where names are the same', () => {
    const of = (path: string) => members.find(({ place }) => place.join('.') === path)?.description;
    expect(of('DecisionVerification.id')).toBe('UUID of the session.');
    expect(of('WatchlistHit.id')).toBe(
      'UUID of the hit; the same for the same listed person as long as the session is monitored.',
    );
    expect(of('create-session.verification.document.number')).toBe(
      'Number of the document: letters and digits. In Mexico the CIC, nine digits.',
    );
    expect(of('DecisionDocument.number')).toBe('Number of the document, letters and digits only.');
  });

  it('have parameters with descriptions as neighbours', () => {
    const given = operations.flatMap(
      ({ operation }) =>
        (operation as { parameters?: { $ref?: string; name?: string; description?: string }[] }).parameters ??
        [],
    );
    const { parameters } = document['components'] as { parameters: Record<string, { description?: string }> };
    const all = [...given.filter(({ $ref }) => $ref === undefined), ...Object.values(parameters)];
    expect(all.length).toBeGreaterThan(25);
    expect(all.filter(({ description }) => !description)).toEqual([]);
  });
});

describe('examples', () => {
  it.each(Object.entries(contractExamples))('of %s are those of the contract', (name, ours) => {
    expect(JSON.stringify(ours)).toBe(JSON.stringify(examples(name)));
  });
});

describe('request schemas', () => {
  const requests = Object.entries(endpointBodies).flatMap(([name, { request }]) =>
    request ? [{ name, ...request }] : [],
  );

  it.each(requests)('$name admits the example of the contract', ({ schema, example }) => {
    expect(Schema.Check(schema, example)).toBe(true);
  });

  it.each(rows)(
    'create-session admits every value its parser accepts for $member',
    ({ member, accepted }) => {
      const schema = endpointBodies['create-session'].request?.schema ?? {};
      for (const value of [...accepted, null]) {
        const body = withMember({ verification: {} }, `verification.${member}`, value);
        expect(`${JSON.stringify(value)} ${Schema.Check(schema, body)}`).toBe(
          `${JSON.stringify(value)} true`,
        );
      }
    },
  );

  it.each([
    {},
    { verification: null },
    { verification: { person: 1 } },
    { verification: { consents: [{}] } },
  ])('create-session does not admit %j', (body) => {
    expect(Schema.Check(endpointBodies['create-session'].request?.schema ?? {}, body)).toBe(false);
  });
});

describe('the OpenAPI document of an installation', () => {
  it('names its own address', () => {
    expect(openApiDocument('https://verify.example.com/v1')['servers']).toEqual([
      { url: 'https://verify.example.com/v1' },
    ]);
  });

  it('holds no component that nothing refers to', () => {
    const { components } = document as { components: Record<string, object> };
    const unused = Object.entries(components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`))
      .filter((name) => !text.includes(`"#/components/${name}"`));
    expect(unused).toEqual([]);
  });

  it('has a separate group for every tag, and requires no authentication of a webhook’s receiver', () => {
    const { tags, webhooks } = document as {
      tags: { name: string }[];
      webhooks: Record<string, { post: { security: unknown[]; operationId: string } }>;
    };
    const used = new Set([...text.matchAll(/"tags":\["([^"]+)"\]/g)].map(([, name]) => name));
    expect(tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted());
    expect(new Set(Object.values(webhooks).map(({ post }) => post.security.length))).toEqual(new Set([0]));
  });
});
