// One call of an endpoint in several languages. The samples shown are tested: a test sends them to a service.

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const bodyOf = ({ example }) => (example === undefined ? null : JSON.stringify(example));

/** The message covered by the signature, as a shell or program expression over `SESSION`, `ATTEMPT` and `MEDIA`. */
const idOf = (path) => /\{(\w+)\}/.exec(path)?.[1] ?? null;
const variables = { sessionId: 'SESSION', attemptId: 'ATTEMPT', mediaId: 'MEDIA' };

/** The picture that the samples upload, and where the samples that download one store it. */
const picture = 'document-front.jpg';
const file = 'media.bin';
const isUpload = ({ name }) => name === 'upload-media';
const isMedia = ({ name }) => name === 'get-media';
const uploadContext = 'document-front';

const prefixOf = ({ headers }) => (headers === 'feedback' ? 'VRF' : 'X');

/** A path of the API as a string expression, with `expression` for each of its parameters. */
const addressOf = (path, expression) =>
  path.replace(/\{(\w+)\}/g, (_, parameter) => expression(variables[parameter]));

/** The message covered by the signature, by language: `id` for a variable of the path, otherwise by the endpoint's rule; null for nothing. */
function signedAs({ path, signed }, { id, ...rules }) {
  return signed in rules ? rules[signed] : id(variables[idOf(path)]);
}

/** @param {{ name: string, method: string, path: string, signed: string, headers: string, example?: unknown, query: string | null }} endpoint */
export function curl(endpoint) {
  const { method, path, query } = endpoint;
  const body = bodyOf(endpoint);
  const name = prefixOf(endpoint);
  const address = addressOf(path, (variable) => `$${variable}`);
  const upload = isUpload(endpoint);
  const lines = [];
  if (upload)
    lines.push(
      `# A picture is longer than an argument may be: the body goes through a file.`,
      `printf '{"image":{"context":"${uploadContext}","content":"%s"}}' "$(base64 < ${picture} | tr -d '\\n')" > body.json`,
    );
  else if (body !== null) lines.push(`BODY=${quote(body)}`);
  const signs = signedAs(endpoint, {
    id: (variable) => `"$${variable}"`,
    none: null,
    body: '"$BODY"',
    path: `"/v1${address}"`,
    'path-and-body': `"/v1${address}\n$BODY"`,
  });
  const digest = `openssl dgst -sha256 -hmac "$SECRET" -r`;
  if (upload) lines.push(`SIGNATURE=$(${digest} < body.json | cut -d' ' -f1)`);
  else if (signs !== null) lines.push(`SIGNATURE=$(printf %s ${signs} | ${digest} | cut -d' ' -f1)`);
  const data = upload ? '--data-binary @body.json' : '-d "$BODY"';
  const options = [
    method === 'GET' ? '' : ` -X ${method}`,
    ` "$API${address}${query ? '?version=1.0.0' : ''}"`,
    ` -H "${name}-AUTH-CLIENT: $KEY"`,
    signs === null ? '' : ` -H "${name}-HMAC-SIGNATURE: $SIGNATURE"`,
    body === null ? '' : ` -H 'Content-Type: application/json' ${data}`,
    isMedia(endpoint) ? ` --output ${file}` : '',
  ].filter(Boolean);
  // The headers of an error response explain it.
  lines.push(`curl -sS ${isMedia(endpoint) ? '-D -' : '-i'}${options.join(' \\\n ')}`);
  return lines.join('\n');
}

export function python(endpoint) {
  const { method, path, query } = endpoint;
  const body = bodyOf(endpoint);
  const name = prefixOf(endpoint);
  const upload = isUpload(endpoint);
  const address = addressOf(path, (variable) => `{os.environ['${variable}']}`);
  const signs = signedAs(endpoint, {
    id: (variable) => `os.environ["${variable}"].encode()`,
    none: null,
    body: 'body',
    path: 'path.encode()',
    'path-and-body': `path.encode() + b"\\n" + body`,
  });
  const sent = upload
    ? [
        `with open("${picture}", "rb") as picture:`,
        `    content = base64.b64encode(picture.read()).decode()`,
        `body = json.dumps({"image": {"context": "${uploadContext}", "content": content}}).encode()`,
      ]
    : [body === null ? 'body = None' : `body = ${JSON.stringify(body)}.encode()`];
  return [
    `import ${upload ? 'base64, json, ' : ''}hashlib, hmac, os, urllib.error, urllib.request`,
    '',
    `path = ${address.includes('{') ? 'f' : ''}"/v1${address}"`,
    ...sent,
    `headers = {"${name}-AUTH-CLIENT": os.environ["KEY"], "Content-Type": "application/json"}`,
    signs === null
      ? null
      : `headers["${name}-HMAC-SIGNATURE"] = hmac.new(os.environ["SECRET"].encode(), ${signs}, hashlib.sha256).hexdigest()`,
    `request = urllib.request.Request(os.environ["API"].removesuffix("/v1") + path${query ? ' + "?version=1.0.0"' : ''}, body, headers, method="${method}")`,
    'try:',
    '    with urllib.request.urlopen(request, timeout=30) as answer:',
    isMedia(endpoint)
      ? `        open("${file}", "wb").write(answer.read())`
      : '        print(answer.read().decode())',
    'except urllib.error.HTTPError as refusal:',
    '    print(refusal.code, refusal.read().decode(), refusal.headers.get("x-error-detail", ""))',
  ]
    .filter((line) => line !== null)
    .join('\n');
}

const phpText = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** Uses only what Debian's `php-cli` includes. */
export function php(endpoint) {
  const { method, path, query } = endpoint;
  const body = bodyOf(endpoint);
  const name = prefixOf(endpoint);
  const upload = isUpload(endpoint);
  const signs = signedAs(endpoint, {
    id: (variable) => `getenv('${variable}')`,
    none: null,
    body: '$body',
    path: '$path',
    'path-and-body': '$path . "\\n" . $body',
  });
  const options = [
    `'method' => '${method}'`,
    `'header' => $headers`,
    body === null ? null : `'content' => $body`,
    `'timeout' => 30`,
    `'ignore_errors' => true`,
  ].filter((option) => option !== null);
  const sent = upload
    ? [
        `$content = base64_encode(file_get_contents('${picture}'));`,
        `$body = json_encode(['image' => ['context' => '${uploadContext}', 'content' => $content]], JSON_UNESCAPED_SLASHES);`,
      ]
    : [body === null ? null : `$body = ${phpText(body)};`];
  return [
    '<?php',
    `$path = ${addressOf(phpText(`/v1${path}`), (variable) => `' . getenv('${variable}') . '`)};`.replace(
      " . '';",
      ';',
    ),
    ...sent,
    `$headers = ['${name}-AUTH-CLIENT: ' . getenv('KEY'), 'Content-Type: application/json'];`,
    signs === null
      ? null
      : `$headers[] = '${name}-HMAC-SIGNATURE: ' . hash_hmac('sha256', ${signs}, getenv('SECRET'));`,
    `$url = preg_replace('#/v1$#', '', getenv('API')) . $path${query ? ` . '?version=1.0.0'` : ''};`,
    `$context = stream_context_create(['http' => [${options.join(', ')}]]);`,
    `$answer = file_get_contents($url, false, $context);`,
    '// The first line is the status; x-error-detail explains a refusal.',
    `echo implode("\\n", preg_grep('#^(HTTP/|x-error-detail:)#i', $http_response_header)), "\\n";`,
    isMedia(endpoint) ? `file_put_contents('${file}', $answer);` : 'echo $answer, "\\n";',
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** A complete program that uses only the standard library. */
export function go(endpoint) {
  const { method, path, query } = endpoint;
  const body = bodyOf(endpoint);
  const name = prefixOf(endpoint);
  const upload = isUpload(endpoint);
  const signs = signedAs(endpoint, {
    id: (variable) => `os.Getenv("${variable}")`,
    none: null,
    body: 'body',
    path: 'path',
    'path-and-body': 'path + "\\n" + body',
  });
  const address = addressOf(`"/v1${path}"`, (variable) => `" + os.Getenv("${variable}") + "`).replace(
    ' + ""',
    '',
  );
  const sent = upload
    ? [
        `\tpicture, err := os.ReadFile("${picture}")`,
        ...goPanic,
        `\tbody := \`{"image":{"context":"${uploadContext}","content":"\` + base64.StdEncoding.EncodeToString(picture) + \`"}}\``,
      ]
    : [`\tbody := ${JSON.stringify(body ?? '')}`];
  return [
    'package main',
    '',
    'import (',
    ...goImports(signs !== null, upload).map((each) => `\t"${each}"`),
    ')',
    '',
    'func main() {',
    `\tpath := ${address}`,
    ...sent,
    `\turl := strings.TrimSuffix(os.Getenv("API"), "/v1") + path${query ? ' + "?version=1.0.0"' : ''}`,
    `\trequest, err := http.NewRequest("${method}", url, strings.NewReader(body))`,
    ...goPanic,
    '\trequest.Header.Set("Content-Type", "application/json")',
    `\trequest.Header.Set("${name}-AUTH-CLIENT", os.Getenv("KEY"))`,
    ...goSigned(name, signs),
    '\tanswer, err := http.DefaultClient.Do(request)',
    ...goPanic,
    '\tdefer answer.Body.Close()',
    '\ttext, err := io.ReadAll(answer.Body)',
    ...goPanic,
    '\t// x-error-detail explains a refusal.',
    '\tfmt.Println(answer.Status, answer.Header.Get("x-error-detail"))',
    isMedia(endpoint) ? `\tos.WriteFile("${file}", text, 0o600)` : '\tfmt.Println(string(text))',
    '}',
  ].join('\n');
}

const goSigned = (name, signs) =>
  signs === null
    ? []
    : [
        '\tmac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))',
        `\tmac.Write([]byte(${signs}))`,
        `\trequest.Header.Set("${name}-HMAC-SIGNATURE", hex.EncodeToString(mac.Sum(nil)))`,
      ];

const goPanic = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];
const goImports = (signs, encodes) =>
  [
    ['fmt', 'io', 'net/http', 'os', 'strings'],
    signs ? ['crypto/hmac', 'crypto/sha256', 'encoding/hex'] : [],
    encodes ? ['encoding/base64'] : [],
  ]
    .flat()
    .toSorted();

/** Each call with the client library, over the variables `SESSION`, `ATTEMPT` and `MEDIA`. */
const clientCalls = {
  'create-session': (body) => `createSession(${body('verification')})`,
  'upload-media': () =>
    `uploadMedia(SESSION, {\n  context: '${uploadContext}',\n  content: await readFile('${picture}'),\n})`,
  'collect-data': (body) => `collectData(SESSION, ${body()})`,
  'submit-session': () => 'submitSession(SESSION)',
  'get-decision': () => 'getDecision(SESSION)',
  'get-watchlist-screening': () => 'getWatchlistScreening(SESSION)',
  'update-watchlist-screening': (body) => `reviewHit(SESSION, ${body('hit')})`,
  'validate-registry': (body) => `validateRegistry(${body('verification')})`,
  'delete-session': () => 'deleteSession(SESSION)',
  'get-person': () => 'getPerson(SESSION)',
  'list-media': () => 'listMedia(SESSION)',
  'list-attempts': () => 'listAttempts(SESSION)',
  'list-attempt-media': () => 'listAttemptMedia(ATTEMPT)',
  'get-media': () => 'getMedia(MEDIA)',
  'get-fullauto-decision': () => 'getFullAutoDecision(SESSION)',
  'get-ine-registry': () => 'getIneRegistry(SESSION)',
  'get-curp-registry': () => 'getCurpRegistry(SESSION)',
  'get-combined-ine-curp-registry': () => 'getCombinedRegistry(SESSION)',
  'advance-clock': (body) => `advanceClock(${body('advanceSeconds')})`,
  'list-fraud-categories': () => 'listFraudCategories()',
  'report-fraud': (body) => `reportFraud(${body()})`,
  'retrieve-fraud-reports': (body) => `retrieveFraudReports(${body()})`,
};

const filesOf = { 'upload-media': 'readFile', 'get-media': 'writeFile' };

/** A complete program with the client library; `null` for an endpoint that it covers under another name. */
export function typescript({ name, path, example }) {
  const call = clientCalls[name];
  if (!call) return null;
  const body = (member) => JSON.stringify(member ? example[member] : example, null, 2);
  const files = filesOf[name];
  const variable = idOf(path) === null ? '' : `, ${variables[idOf(path)]} = ''`;
  const shown =
    name === 'get-media'
      ? `await writeFile('${file}', answer.bytes);`
      : 'console.dir(answer, { depth: null });';
  return [
    files ? `import { ${files} } from 'node:fs/promises';` : null,
    "import { CountersignClient } from '@countersign/client';",
    '',
    `const { API: baseUrl = '', KEY: apiKey = '', SECRET: sharedSecret = ''${variable} } = process.env;`,
    'const client = new CountersignClient({ baseUrl, apiKey, sharedSecret });',
    `const answer = await client.${call(body)};`,
    shown,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
