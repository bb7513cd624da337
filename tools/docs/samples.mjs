// One call of an endpoint in several languages. What runs is what is shown: a test sends them to a service.

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const bodyOf = ({ example }) => (example === undefined ? null : JSON.stringify(example));

/** What the signature covers, as a shell or program expression over `SESSION`, `ATTEMPT` and `MEDIA`. */
const idOf = (path) => /\{(\w+)\}/.exec(path)?.[1] ?? null;
const variables = { sessionId: 'SESSION', attemptId: 'ATTEMPT', mediaId: 'MEDIA' };

/** @param {{ method: string, path: string, signed: string, headers: string, example?: unknown, query: string | null }} endpoint */
export function curl(endpoint) {
  const { method, path, signed, headers, query } = endpoint;
  const body = bodyOf(endpoint);
  const id = idOf(path);
  const name = headers === 'feedback' ? 'VRF' : 'X';
  const address = path.replace(/\{(\w+)\}/g, (_, parameter) => `$${variables[parameter]}`);
  const lines = [];
  if (body !== null) lines.push(`BODY=${quote(body)}`);
  const message = {
    none: null,
    body: '"$BODY"',
    path: `"/v1${address}"`,
    'path-and-body': `"/v1${address}\n$BODY"`,
  };
  const signs = signed in message ? message[signed] : `"$${variables[id]}"`;
  if (signs !== null)
    lines.push(`SIGNATURE=$(printf %s ${signs} | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`);
  const options = [
    method === 'GET' ? '' : ` -X ${method}`,
    ` "$API${address}${query ? '?version=1.0.0' : ''}"`,
    ` -H "${name}-AUTH-CLIENT: $KEY"`,
    signs === null ? '' : ` -H "${name}-HMAC-SIGNATURE: $SIGNATURE"`,
    body === null ? '' : ` -H 'Content-Type: application/json' -d "$BODY"`,
  ].filter(Boolean);
  lines.push(`curl -s${options.join(' \\\n ')}`);
  return lines.join('\n');
}

export function python(endpoint) {
  const { method, path, signed, headers, query } = endpoint;
  const body = bodyOf(endpoint);
  const id = idOf(path);
  const name = headers === 'feedback' ? 'VRF' : 'X';
  const address = path.replace(/\{(\w+)\}/g, (_, parameter) => `{os.environ['${variables[parameter]}']}`);
  const message = {
    none: null,
    body: 'body',
    path: 'path.encode()',
    'path-and-body': "path.encode() + b'\\n' + body",
  };
  const signs = signed in message ? message[signed] : `os.environ['${variables[id]}'].encode()`;
  return [
    'import hashlib, hmac, os, urllib.request',
    '',
    `path = f"/v1${address}"`,
    body === null ? 'body = None' : `body = ${JSON.stringify(body)}.encode()`,
    `headers = {"${name}-AUTH-CLIENT": os.environ["KEY"], "Content-Type": "application/json"}`,
    signs === null
      ? null
      : `headers["${name}-HMAC-SIGNATURE"] = hmac.new(os.environ["SECRET"].encode(), ${signs}, hashlib.sha256).hexdigest()`,
    `request = urllib.request.Request(os.environ["API"].removesuffix("/v1") + path${query ? ' + "?version=1.0.0"' : ''}, body, headers, method="${method}")`,
    'with urllib.request.urlopen(request) as response:',
    '    print(response.read()[:2000])',
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** A path of the API as text of a program, with `expression` for each of its parameters. */
const addressOf = (path, expression) =>
  path.replace(/\{(\w+)\}/g, (_, parameter) => expression(variables[parameter]));

const phpText = (text) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/** With what Debian's `php-cli` has. */
export function php(endpoint) {
  const { method, path, signed, headers, query } = endpoint;
  const body = bodyOf(endpoint);
  const id = idOf(path);
  const name = headers === 'feedback' ? 'VRF' : 'X';
  const message = { none: null, body: '$body', path: '$path', 'path-and-body': '$path . "\\n" . $body' };
  const signs = signed in message ? message[signed] : `getenv('${variables[id]}')`;
  const options = [
    `'method' => '${method}'`,
    `'header' => $headers`,
    body === null ? null : `'content' => $body`,
    `'ignore_errors' => true`,
  ].filter((option) => option !== null);
  return [
    `$path = ${addressOf(phpText(`/v1${path}`), (variable) => `' . getenv('${variable}') . '`)};`.replace(
      " . '';",
      ';',
    ),
    body === null ? null : `$body = ${phpText(body)};`,
    `$headers = ['${name}-AUTH-CLIENT: ' . getenv('KEY'), 'Content-Type: application/json'];`,
    signs === null
      ? null
      : `$headers[] = '${name}-HMAC-SIGNATURE: ' . hash_hmac('sha256', ${signs}, getenv('SECRET'));`,
    `$url = preg_replace('#/v1$#', '', getenv('API')) . $path${query ? ` . '?version=1.0.0'` : ''};`,
    `$context = stream_context_create(['http' => [${options.join(', ')}]]);`,
    `echo substr(file_get_contents($url, false, $context), 0, 2000);`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}

/** A whole program, of the standard library only. */
export function go(endpoint) {
  const { method, path, signed, headers, query } = endpoint;
  const body = bodyOf(endpoint);
  const id = idOf(path);
  const name = headers === 'feedback' ? 'VRF' : 'X';
  const message = { none: null, body: 'body', path: 'path', 'path-and-body': 'path + "\\n" + body' };
  const signs = signed in message ? message[signed] : `os.Getenv("${variables[id]}")`;
  const needed = ['fmt', 'io', 'net/http', 'os', 'strings', ...(signs === null ? [] : goSigning)].toSorted();
  const address = addressOf(`"/v1${path}"`, (variable) => `" + os.Getenv("${variable}") + "`).replace(
    ' + ""',
    '',
  );
  return [
    'package main',
    '',
    'import (',
    ...needed.map((each) => `\t"${each}"`),
    ')',
    '',
    'func main() {',
    `\tpath := ${address}`,
    `\tbody := ${JSON.stringify(body ?? '')}`,
    `\turl := strings.TrimSuffix(os.Getenv("API"), "/v1") + path${query ? ' + "?version=1.0.0"' : ''}`,
    `\trequest, _ := http.NewRequest("${method}", url, strings.NewReader(body))`,
    '\trequest.Header.Set("Content-Type", "application/json")',
    `\trequest.Header.Set("${name}-AUTH-CLIENT", os.Getenv("KEY"))`,
    ...(signs === null
      ? []
      : [
          '\tmac := hmac.New(sha256.New, []byte(os.Getenv("SECRET")))',
          `\tmac.Write([]byte(${signs}))`,
          `\trequest.Header.Set("${name}-HMAC-SIGNATURE", hex.EncodeToString(mac.Sum(nil)))`,
        ]),
    '\tanswer, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer answer.Body.Close()',
    '\ttext, _ := io.ReadAll(io.LimitReader(answer.Body, 2000))',
    '\tfmt.Println(string(text))',
    '}',
  ].join('\n');
}

const goSigning = ['crypto/hmac', 'crypto/sha256', 'encoding/hex'];

const clientCalls = {
  'create-session': (body) => `createSession(${body('verification')})`,
  'upload-media': () =>
    `uploadMedia(SESSION, { context: 'document-front', content: await readFile('front.jpg') })`,
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

/** With the client library; `null` for an endpoint that it reaches by another name. */
export function typescript({ name, example }) {
  const call = clientCalls[name];
  if (!call) return null;
  const body = (member) => JSON.stringify(member ? example[member] : example, null, 2);
  return `const answer = await client.${call(body)};`;
}
