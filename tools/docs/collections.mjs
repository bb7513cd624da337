// The API as self-signing requests: a Postman collection (format 2.1) and a request file for the HTTP client of JetBrains.
// Both are generated from the OpenAPI document and the contract's table of signed messages.

const examplesOf = (content) =>
  Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value);

/** @returns {{ name: string, tag: string, method: string, path: string, signed: string, headers: string, summary: string, description: string, query: string | null, body: string | null }[]} */
export function requestsOf(document, endpoints) {
  return endpoints.map((endpoint) => {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[path][endpoint.method.toLowerCase()];
    const [example] = examplesOf(operation.requestBody?.content);
    return {
      ...endpoint,
      path,
      tag: operation.tags[0],
      summary: operation.summary,
      description: operation.description.split(' See spec')[0],
      body: example === undefined ? null : JSON.stringify(example, null, 2),
    };
  });
}

const headerNames = ({ headers }) => {
  const prefix = headers === 'feedback' ? 'VRF' : 'X';
  return { key: `${prefix}-AUTH-CLIENT`, signature: `${prefix}-HMAC-SIGNATURE` };
};

/** Name of the variable in a path. */
const idOf = (path) => /\{(\w+)\}/.exec(path)?.[1] ?? null;

/** The message a script signs, built from its functions `value`, `path` and `body`. */
const messageOf = ({ path, signed }) =>
  ({
    none: null,
    body: 'body()',
    path: 'path()',
    'path-and-body': "path() + '\\n' + body()",
  })[signed] ?? (signed === 'none' ? null : `value('${idOf(path)}')`);

const isSigned = ({ signed }) => signed !== 'none';

const variables = [
  ['baseUrl', 'http://127.0.0.1:8080'],
  ['apiKey', ''],
  ['sharedSecret', ''],
  ['sessionId', ''],
  ['attemptId', ''],
  ['mediaId', ''],
];

const signingScript = (request) => [
  'const value = (name) => pm.variables.get(name);',
  'const body = () => pm.variables.replaceIn(pm.request.body.raw);',
  "const path = () => pm.variables.replaceIn(pm.request.url.getPath()).replace(/^[^/]*:\\/\\/[^/]+/, '');",
  `const message = ${messageOf(request)};`,
  "const signature = require('crypto-js').HmacSHA256(message, value('sharedSecret')).toString();",
  "pm.variables.set('signature', signature);",
];

/** Values that later requests of the collection use, read from an earlier response. */
const kept = {
  'create-session': ['sessionId', 'verification?.id'],
  'upload-media': ['mediaId', 'image?.id'],
  'list-attempts': ['attemptId', 'verifications?.[0]?.id'],
};

const keeping = ([name, member]) => [
  `const kept = pm.response.json().${member};`,
  `if (kept) pm.collectionVariables.set('${name}', kept);`,
];

const script = (listen, exec) => ({ listen, script: { type: 'text/javascript', exec } });

function postmanItem(request) {
  const { name, method, path, summary, description, body, query } = request;
  const address = `/v1${path.replace(/\{(\w+)\}/g, '{{$1}}')}`;
  const { key, signature } = headerNames(request);
  const header = [
    { key, value: '{{apiKey}}' },
    ...(isSigned(request) ? [{ key: signature, value: '{{signature}}' }] : []),
    ...(body === null ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
  ];
  const parameters = query === null ? [] : [{ key: 'version', value: '1.0.0' }];
  const text = parameters.map((each) => `?${each.key}=${each.value}`).join('');
  return {
    name: summary,
    id: name,
    event: [
      ...(isSigned(request) ? [script('prerequest', signingScript(request))] : []),
      ...(name in kept ? [script('test', keeping(kept[name]))] : []),
    ],
    request: {
      method,
      header,
      url: {
        raw: `{{baseUrl}}${address}${text}`,
        host: ['{{baseUrl}}'],
        path: address.slice(1).split('/'),
        ...(parameters.length > 0 && { query: parameters }),
      },
      description,
      ...(body !== null && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
  };
}

/** @param {object} document OpenAPI @param {object[]} endpoints the contract's table */
export function postmanCollection(document, endpoints) {
  const requests = requestsOf(document, endpoints);
  return {
    info: {
      name: document.info.title,
      description: `${document.info.description}\n\nSet baseUrl, apiKey and sharedSecret among the variables of the collection; every request signs itself, and a created session becomes sessionId.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: variables.map(([key, value]) => ({ key, value })),
    item: document.tags
      .map(({ name, description }) => ({
        name,
        description,
        item: requests.filter(({ tag }) => tag === name).map(postmanItem),
      }))
      .filter(({ item }) => item.length > 0),
  };
}

const httpScript = (request) => [
  '< {%',
  '  const value = (name) => request.environment.get(name) ?? client.global.get(name);',
  '  const body = () => request.body.tryGetSubstituted();',
  "  const path = () => request.url.tryGetSubstituted().replace(/^[^/]*:\\/\\/[^/]+/, '').replace(/\\?.*$/, '');",
  `  const message = ${messageOf(request)};`,
  "  const hmac = crypto.hmac.sha256().withTextSecret(value('sharedSecret')).updateWithText(message);",
  "  request.variables.set('signature', hmac.digest().toHex());",
  '%}',
];

function httpRequest(request) {
  const { name, method, path, summary, body, query } = request;
  const { key, signature } = headerNames(request);
  const address = `{{baseUrl}}/v1${path.replace(/\{(\w+)\}/g, '{{$1}}')}${query === null ? '' : '?version=1.0.0'}`;
  return [
    `### ${summary}`,
    `# @name ${name}`,
    ...(isSigned(request) ? httpScript(request) : []),
    `${method} ${address}`,
    `${key}: {{apiKey}}`,
    ...(isSigned(request) ? [`${signature}: {{signature}}`] : []),
    ...(body === null ? [] : ['Content-Type: application/json', '', body]),
    ...(name === 'create-session'
      ? ['', '> {%', "  client.global.set('sessionId', response.body.verification.id);", '%}']
      : []),
    '',
  ].join('\n');
}

/** @param {object} document OpenAPI @param {object[]} endpoints the contract's table */
export function httpFile(document, endpoints) {
  return [
    `# ${document.info.title}: every endpoint, for the HTTP client of JetBrains IDEs. Written by "npm run api-collections".`,
    '# Values are read from an environment, http-client.private.env.json beside this file, for example:',
    `#   { "test": ${JSON.stringify(Object.fromEntries(variables.slice(0, 3)))} }`,
    '# A created session becomes sessionId. Clients without scripts take a signature from "bin/countersign sign".',
    '',
    ...requestsOf(document, endpoints).map(httpRequest),
  ].join('\n');
}
