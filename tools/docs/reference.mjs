// The reference of the API, from the OpenAPI document and the table of endpoints.
import { escapeHtml } from './markdown.mjs';
import { curl, go, php, python, typescript } from './samples.mjs';

const pretty = (value) => JSON.stringify(value, null, 2);
const codeBlock = (text, language) =>
  `<div class="code" data-language="${language}"><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>`;

/** Sets the variables used by all samples, on a development instance. */
const accessLines = `setting() { node -p "require('./data/dev-integration.json').$1"; }
export API=$(setting apiUrl) KEY=$(setting apiKey) SECRET=$(setting sharedSecret)`;

const lastPart = (address) => address.slice(address.lastIndexOf('/') + 1);

/** Members nested deeper than this are described in the components. */
const deepest = 5;

const resolve = (document, schema) =>
  schema?.$ref ? document.components.schemas[lastPart(schema.$ref)] : schema;

/** Describes a schema: `string, at most 255 characters`. */
function typeOf(schema) {
  if (schema.$ref) return lastPart(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ');
  const types = [schema.type ?? 'any'].flat().join(' or ');
  const bounds = [
    schema.enum &&
      `one of ${schema.enum
        .filter((each) => each !== null)
        .map((each) => JSON.stringify(each))
        .join(', ')}`,
    schema.format,
    schema.maxLength !== undefined && `at most ${schema.maxLength} characters`,
    schema.minimum !== undefined && `from ${schema.minimum}`,
    schema.maximum !== undefined && `to ${schema.maximum}`,
    schema.type === 'array' && schema.items && `of ${typeOf(schema.items)}`,
  ].filter(Boolean);
  return [types, ...bounds].join(', ');
}

/** The object inside a schema: the items of a list, or the first alternative with members; `null` if there is none. */
function objectIn(document, given) {
  const schema = resolve(document, given);
  if (schema.properties) return schema;
  if (schema.items) return objectIn(document, schema.items);
  for (const each of schema.anyOf ?? schema.oneOf ?? []) {
    const found = objectIn(document, each);
    if (found !== null) return found;
  }
  return null;
}

/** Name of the component that a member refers to, directly or as an item or alternative; `null` for an inline schema. */
function componentOf(schema) {
  if (schema.$ref) return lastPart(schema.$ref);
  const inside = [schema.items, ...(schema.anyOf ?? schema.oneOf ?? [])].find((each) => each?.$ref);
  return inside ? lastPart(inside.$ref) : null;
}

function members(document, schema, depth = 0) {
  const object = objectIn(document, schema);
  if (object === null) return '';
  const required = new Set(object.required ?? []);
  const rows = Object.entries(object.properties)
    .filter(([, member]) => !member.not)
    .map(([name, member]) => {
      const below = depth < deepest ? members(document, member, depth + 1) : '';
      const component = componentOf(member);
      const folded =
        below && component ? `<details><summary>${component}</summary>${below}</details>` : below;
      const needed = required.has(name) ? ' <span class="needed">required</span>' : '';
      const text = member.description ? ` ${escapeHtml(member.description)}` : '';
      return `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeOf(member))}</span>${needed}${text}${folded}</li>`;
    });
  return `<ul class="members">${rows.join('')}</ul>`;
}

function samples(endpoint) {
  const all = [
    ['curl', curl(endpoint)],
    ['TypeScript', typescript(endpoint)],
    ['Python', python(endpoint)],
    ['PHP', php(endpoint)],
    ['Go', go(endpoint)],
  ].filter(([, text]) => text !== null);
  return all
    .map(
      ([name, text], place) =>
        `<details${place === 0 ? ' open' : ''}><summary>${name}</summary>${codeBlock(text, name.toLowerCase())}</details>`,
    )
    .join('');
}

const examplesOf = (content) =>
  Object.values(content?.['application/json']?.examples ?? {}).map(({ value }) => value);

function answers(document, operation) {
  return Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, answer]) => {
      const schema = resolve(document, answer.content?.['application/json']?.schema);
      const [example] = examplesOf(answer.content);
      return {
        members: schema
          ? `<h3>Answer ${status}</h3>${members(document, schema)}`
          : `<h3>Answer ${status}</h3><p>The bytes of the file.</p>`,
        example:
          example === undefined ? '' : `<h3>Example of ${status}</h3>${codeBlock(pretty(example), 'json')}`,
      };
    });
}

function refusals(document, operation) {
  const found = Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, answer]) => {
      const response = answer.$ref ? document.components.responses[lastPart(answer.$ref)] : answer;
      const links = response.description.split(', ').map((each) => {
        const [code, name] = each.split(' ');
        return `<a href="/docs/errors#${code}" title="${name}">${code}</a>`;
      });
      return `<li><code>${status}</code> ${[...new Set(links)].join(', ')}</li>`;
    });
  return `<h3>Refusals</h3><ul class="members">${found.join('')}</ul>`;
}

function tryForm({ name, method, path, signed, headers, query, example }) {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)]
    .map(
      ([, parameter]) => `<label>${parameter}<input name="${parameter}" required autocomplete="off"></label>`,
    )
    .join('');
  const body =
    example === undefined
      ? ''
      : `<label>Body<textarea name="body" spellcheck="false">${escapeHtml(pretty(example))}</textarea></label>`;
  const data = { method, path, signed, headers, query: query ? '?version=1.0.0' : '' };
  const attributes = Object.entries(data).map(([key, value]) => `data-${key}="${escapeHtml(value)}"`);
  return `<details class="try"><summary>Try it</summary><form id="try-${name}" ${attributes.join(' ')}>${parameters}${body}<button class="send" type="submit">Send</button><div class="answer" role="status"></div></form></details>`;
}

function operationHtml(document, endpoint, anchors) {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
  const operation = document.paths[path][endpoint.method.toLowerCase()];
  const request = operation.requestBody?.content['application/json'];
  const [example] = examplesOf(operation.requestBody?.content);
  const own = { ...endpoint, path, example };
  const given = answers(document, operation);
  const requestHtml = request ? `<h3>Body</h3>${members(document, request.schema)}` : '';
  const contract = endpoint.contract
    .map((entry) => `<a href="/docs/contract#${anchors.get(entry)}">${entry}</a>`)
    .join(', ');
  return `<section class="operation" id="${endpoint.name}">
<header><h2>${escapeHtml(operation.summary)}</h2><p class="route"><span class="method">${endpoint.method}</span>/v1${escapeHtml(path)}</p><p>${escapeHtml(operation.description.split(' See spec')[0])} Contract: ${contract}.</p></header>
<div>${requestHtml}${given.map((each) => each.members).join('')}${refusals(document, operation)}</div>
<div>${samples(own)}${given.map((each) => each.example).join('')}${tryForm(own)}</div>
</section>`;
}

function webhookHtml(document, [type, { post }]) {
  const content = post.requestBody.content;
  const [example] = examplesOf(content);
  return `<section class="operation" id="webhook-${type}">
<header><h2>Webhook: ${type}</h2><p>${escapeHtml(post.summary)}. It is signed: <a href="/docs/webhooks#what-a-receiver-does">what a receiver does</a>, in <a href="/docs/client#listening-to-webhooks">TypeScript</a> and in <a href="/docs/languages">Python, PHP and Go</a>.</p></header>
<div><h3>Body</h3>${members(document, content['application/json'].schema)}</div>
<div><h3>Example</h3>${codeBlock(pretty(example), 'json')}</div>
</section>`;
}

/** Rules common to all endpoints, as HTML. */
const conventions = [
  [
    'Requests',
    'JSON in UTF-8 with <code>Content-Type: application/json</code>, at most 1 MB, of uploads 32 MB. A picture is base64 in that JSON: there is no multipart form, and <code>Content-Encoding</code> is refused. Paths have no slash at their end.',
  ],
  [
    'Signature',
    'HMAC-SHA256 of the body, or of the identifier in the path: <a href="/docs/signing">which bytes</a>.',
  ],
  [
    'Refusals',
    '<code>code</code> is for programs; the header <code>x-error-detail</code> names what would be accepted, and <code>link</code> leads to <a href="/docs/errors">cause and remedy</a>. On test integrations <code>x-ignored-members</code> lists what had no effect.',
  ],
  [
    'Repetition',
    'Every POST takes an <code>Idempotency-Key</code>: the same key and body make nothing twice within 24 hours. Repeat a broken connection, 429, 502, 503 and 504 after the seconds of <code>Retry-After</code>; every other refusal stays one.',
  ],
  [
    'Lists',
    'Answers hold everything: no list is paged, and a <code>?page</code> or <code>?limit</code> is ignored. Your sessions are not listed over the API: keep their ids, or use the portal and <a href="/docs/command-line">the command line</a>.',
  ],
  [
    'Limits',
    'No limit of requests unless the operator sets one (429); sizes and quotas are in <a href="/docs/contract#a-101-table">the contract</a>.',
  ],
  [
    'Waiting',
    'No request waits for a decision. Set a time limit of 30 s, for uploads more: a body has to arrive within 110 s, at 8 KiB a second or faster. <a href="/docs/webhooks">A webhook</a> brings the decision; without one, look once a second while <code>verification</code> is <code>null</code>.',
  ],
  [
    'Browsers',
    '<code>POST /sessions</code> alone may be called from a page; the secret stays on your server.',
  ],
]
  .map(([name, text]) => `<li><strong>${name}.</strong> ${text}</li>`)
  .join('');

/**
 * @param {object} document OpenAPI
 * @param {object[]} endpoints the contract's table
 * @param {Map<string, string>} anchors of entries of the contract
 * @returns HTML of the page's main part
 */
export function reference(document, endpoints, anchors) {
  const list = endpoints
    .map(
      ({ name, method, path, summary }) =>
        `<li><code>${method} /v1${path}</code> <a href="#${name}">${escapeHtml(summary)}</a></li>`,
    )
    .join('');
  return `<h1>API reference</h1>
<p>Every endpoint below <code>{base_url}/v1</code>. What a signature covers: <a href="/docs/signing">signing requests</a>. The same as a document for programs: <a href="/openapi.json">openapi.json</a>; as requests that sign themselves: a <a href="/docs/countersign.postman_collection.json" download>Postman collection</a> and an <a href="/docs/countersign.http" download>.http file</a> for the HTTP client of JetBrains.</p>
<form class="keys" id="keys" autocomplete="off"><p><strong>Try it from here.</strong> Key and secret of a test integration stay in this page: they sign in the browser, are kept nowhere, and are gone with a reload. </p><label>API key<input name="key" autocomplete="off" spellcheck="false"></label><label>Shared secret<input name="secret" type="password" autocomplete="off" spellcheck="false"></label></form>
<h2 id="conventions">What holds for every endpoint</h2>
<ul class="members">${conventions}</ul>
<h2 id="samples">The samples</h2>
<p>Every sample is a whole program: save it to a file and run it. PHP, Python and Go need nothing but their standard libraries; TypeScript needs <a href="/docs/client">the client library</a>. All take address and keys from the environment, and <code>SESSION</code>, <code>ATTEMPT</code> and <code>MEDIA</code> where the path has an identifier. On a development instance, in the folder of the service:</p>
${codeBlock(accessLines, 'sh')}
<p>Each prints the status of the answer, its body, and of a refusal <code>x-error-detail</code>, which names what would be accepted. Whole integrations in these languages, with receivers of webhooks: <a href="/docs/languages">Python, PHP and Go</a>.</p>
<ul class="members">${list}</ul>
${endpoints.map((endpoint) => operationHtml(document, endpoint, anchors)).join('\n')}
${Object.entries(document.webhooks)
  .map((entry) => webhookHtml(document, entry))
  .join('\n')}`;
}
