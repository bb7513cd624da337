// `npm run NAME -- --help`: every script of package.json imports this first. It prints the script's help and ends the process
// before anything is installed or built. Node only.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { at, root } from './project.mjs';

/** Purpose, arguments after `--` and an example of each script. A test compares the names with package.json. */
export const scripts = {
  start: {
    does: 'Installs and builds what is missing, then runs the service with development defaults until Ctrl-C.',
    arguments: [
      'options of `countersign serve`; settings are environment variables, see docs/guides/settings.md',
    ],
    example: 'PORT=8080 npm start',
  },
  build: {
    does: 'Installs what is missing and builds dist/, even when it is up to date.',
    example: 'npm run build',
  },
  test: {
    does: 'Runs every check and every test. With arguments: only the test files whose path contains one of them.',
    arguments: ['PATH…    parts of paths of test files'],
    example: 'npm test -- packages/core/ upload-media',
  },
  'test:watch': {
    does: 'Runs the tests of what changes while you work, without a build. Property tests try 20 cases.',
    arguments: ['PATH…    parts of paths of test files', '--project unit|engine|system'],
    example: 'npm run test:watch -- --project unit',
  },
  'test:changed': {
    does: 'Runs the tests that reach a file changed since a commit, without a build. Property tests try 20 cases.',
    arguments: ['COMMIT    default: what is not committed yet'],
    example: 'npm run test:changed -- main',
  },
  'test:node-latest': {
    does: 'Runs the tests of HTTP server, uploads and downloads on the newest Node.',
    arguments: ['PATH…    parts of paths of test files'],
    example: 'npm run test:node-latest',
  },
  'test:runtimes': {
    does: 'Tries the client library and the listeners of its guide in Node, Deno and Bun, which are installed below .build/.',
    example: 'npm run test:runtimes',
  },
  'test:openapi-clients': {
    does: 'Generates clients from the OpenAPI document with openapi-typescript and orval, which are installed below .build/, and compiles them.',
    example: 'npm run test:openapi-clients',
  },
  'test:nightly': {
    does: 'Runs everything `npm test` runs, and what takes long: whole installations on the embedded engine, all kills, property tests without a time limit.',
    arguments: ['PATH…    parts of paths of test files'],
    example: 'npm run test:nightly -- durability',
  },
  demo: {
    does: 'Verifies drawn people end to end on a fresh instance. Exits with status 1 when a decision is not the expected one.',
    arguments: [
      'STORY…    identity, watchlist, br, mx, co, flow; default: all but flow, which needs Chromium',
    ],
    example: 'npm run demo -- identity br',
  },
  dev: {
    does: 'Runs the service, and builds and starts it again when a source changes.',
    example: 'PORT=8080 npm run dev',
  },
  'lint:openapi': {
    does: 'Judges the OpenAPI document by the recommended rules of Redocly and Spectral, which are installed below .build/.',
    example: 'npm run lint:openapi',
  },
  'api-collections': {
    does: 'Writes the endpoints of the OpenAPI document as a Postman collection and as an .http file, in packages/contract/.',
    example: 'npm run api-collections',
  },
  check: {
    does: 'Runs everything that reads the code, and the tests that need no database.',
    example: 'npm run check',
  },
  bench: {
    does: 'Measures the built service; prints each figure beside a floor from the same run.',
    arguments: [
      'NAME…          measures; default: all that take minutes',
      '--quick        fewer rounds',
      '--only PART,…  parts of a measure',
      '--count N      size of the load',
    ],
    example: 'npm run bench -- create-session --quick',
  },
  sbom: {
    does: 'Writes the bill of materials of the running service as CycloneDX 1.5. Installs and builds nothing: run it after a build.',
    arguments: ['FILE    default: dist/sbom.cdx.json'],
    example: 'npm run sbom -- sbom.json',
  },
  attack: {
    does: 'Attacks an instance of the service on the loopback interface and prints what held. See docs/guides/attack.md.',
    arguments: [
      '--engine embedded|postgres  default: embedded',
      '--only WORDS                cases whose group, name or id contains one of the words, separated by commas',
      '--list                      prints the cases',
      '--fuzz N                    signed requests of the fuzzer; default: 2000',
      '--seed N                    seed of the fuzzer; default: 1',
      '--no-floods                 leaves out the floods',
      '--flood-seconds N           length of a flood; default: 20',
      '--json FILE                 also writes the report as JSON',
      '--url URL                   a running service instead of one of its own; with --access FILE and --stranger FILE',
    ],
    example: 'npm run attack -- --engine postgres --only signature',
  },
  matrix: {
    does: 'Runs every scenario of the matrix against a fresh instance and prints expected and actual decisions. Exits with status 1 when one differs. See docs/guides/matrix.md.',
    arguments: [
      '--engine embedded|postgres  default: embedded',
      '--only WORDS                scenarios whose id, group or text contains one of the words, separated by commas',
      '--list                      prints the scenarios',
      '--json FILE                 also writes the rows as JSON',
    ],
    example: 'npm run matrix -- --only sides,missing',
  },
  'portal:pictures': {
    does: 'Photographs every screen of the portal in Chromium: empty, full, failed; light and dark; 1280 and 390 pixels wide.',
    arguments: [
      'FOLDER    where the pictures go; default: portal-pictures',
      'NAME…     only screens whose names begin so',
    ],
    example: 'npm run portal:pictures -- /tmp/portal requests sandbox',
  },
  journeys: {
    does: 'Sends people through the flow of a service of its own, in Chromium, while requests are lost, doubled, cut and refused and pages are reloaded and closed. Prints what went wrong. Exits with status 1 if anything did. See docs/guides/flow.md.',
    arguments: [
      '--count N                   journeys; default: 1000, about an hour',
      '--seed N                    default: a random one, which is printed',
      '--at-once N                 journeys at a time, each in a browser of its own; default: 3',
      '--faults SHARE              chance of a fault at a request; default: 0.08',
      '--interruptions SHARE       chance of a reload, a closed page or a second page at a step; default: 0.02',
      '--engine embedded|postgres  default: embedded',
    ],
    example: 'npm run journeys -- --count 50 --seed 7',
  },
  storm: {
    does: 'Kills the built service again and again under load and checks every invariant on what is left. Takes about half an hour per engine.',
    arguments: [
      '--engine pglite|postgres  default: both, one after the other',
      '--kills N                 at least so many kills; default: 200',
      '--writes N                at least so many acknowledged writes; default: 10000',
      '--seed N                  default: a random one, which is printed',
    ],
    example: 'npm run storm -- --engine postgres --kills 20 --writes 500',
  },
  'coverage-docs': {
    does: 'Writes docs/security-coverage.md from the ids in the names of tests.',
    example: 'npm run coverage-docs',
  },
  'client-types': {
    does: 'Writes the types and fixtures of the client library from the contract, and the examples into the guides.',
    example: 'npm run client-types',
  },
  'settings-docs': {
    does: "Writes docs/guides/settings.md from the service's own tables of variables and settings.",
    example: 'npm run settings-docs',
  },
  'metrics-docs': {
    does: "Writes docs/guides/metrics.md from the service's own metrics.",
    example: 'npm run metrics-docs',
  },
  specimens: {
    does: 'Draws the pictures of verifications of invented people, and truth.json about them for `countersign evaluate`.',
    arguments: [
      '--seed N, --kind KIND, --condition NAME, --selfie-seed N, --damaged-mrz, --marker NAME',
      '--count N               so many people with the seeds that follow, a folder each',
      '--case NAME             a named case instead',
      '--film left,up,closer   a film of a head-turn challenge; with --frames N and --attack NAME',
      '--out DIR               default: specimens',
    ],
    example: 'npm run specimens -- --seed 7 --kind td3 --condition typical --out specimens',
  },
  'vision:models': {
    does: 'Converts the face models from the packages they come from.',
    arguments: ['DIR        default: packages/vision/models', '--check    compares instead of writing'],
    example: 'npm run vision:models -- --check',
  },
  'mrz:train': {
    does: 'Trains the network that reads machine-readable zones, and writes its weights.',
    arguments: ['--seed N     default: 1', '--steps N    default: 24000', '--dry-run    writes nothing'],
    example: 'npm run mrz:train -- --steps 100 --dry-run',
  },
  fuzz: {
    does: 'Runs the coverage-guided fuzzer on parsers of outside bytes.',
    arguments: [
      'TARGET…        default: all',
      '--list         prints the targets',
      '--seconds N    per target; default: 60',
      '--seed N       default: from the clock, printed',
      '--save         adds what was learnt to the committed corpora',
    ],
    example: 'npm run fuzz -- strict-json --seconds 600',
  },
  'screening:train': {
    does: 'Trains the tables that read names of other scripts, from a folder of lists.',
    arguments: ['DIRECTORY    the lists', 'SCRIPT…      default: all', '--evaluate   prints the accuracy'],
    example: 'npm run screening:train -- lists --evaluate',
  },
  'screening:evaluate': {
    does: 'Measures hits and false alarms of screening on a folder of development lists.',
    arguments: [
      'FOLDER',
      '--part tune|report    default: tune',
      '--sample N',
      '--errors N    prints so many errors',
    ],
    example: 'npm run screening:evaluate -- lists --part report',
  },
};

/** Help of a script as text. */
export function helpOf(name) {
  const { does, arguments: options = [], example } = scripts[name];
  const command = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
  return [
    does,
    '',
    `usage: ${command}${options.length > 0 ? ' -- [ARGUMENT…]' : ''}`,
    ...(options.length > 0 ? ['', ...options.map((option) => `  ${option}`)] : []),
    '',
    `example: ${example}`,
  ].join('\n');
}

/** The script of package.json that runs this file with these arguments; null if there is none. */
export function scriptOf([file = '', ...rest]) {
  const commands = Object.entries(JSON.parse(readFileSync(at('package.json'), 'utf8')).scripts);
  const given = ['node', path.relative(root, path.resolve(file)), ...rest].join(' ');
  const found = commands
    .filter(([name, command]) => name in scripts && `${given} `.startsWith(`${command} `))
    .toSorted(([, a], [, b]) => b.length - a.length);
  return found[0]?.[0] ?? null;
}

const [, ...given] = process.argv;
const name = given.includes('--help') || given.includes('-h') ? scriptOf(given) : null;
if (name !== null) {
  console.log(helpOf(name));
  process.exit(0);
}
