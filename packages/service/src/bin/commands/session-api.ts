import { type CommandInput, optionalText, UsageError } from '@countersign/command-line';
import type { CountersignClient, CreateSessionRequest } from '@countersign/client';
import { accessOption, overApi, wholeSessionId } from '../call-api.ts';
import { type CommandResult, type ConfigCommand, done, exampleId, identifier } from '../command.ts';
import { bytesOf } from '../read-secrets.ts';
import { watchSession } from '../watch-session.ts';

type NewSession = CreateSessionRequest['verification'];

const text = (value: string, about: string) => ({ type: 'string', value, about }) as const;

/** Verbs that call the public API about one session, as a client's program would. */
export const sessionApiCommands: readonly ConfigCommand[] = [
  {
    name: 'session create',
    about:
      'creates a session over the API and prints its link; FILE is the body of POST /sessions or its verification, - is standard input',
    arguments: ['[FILE]'],
    options: {
      'first-name': text('NAME', 'given names; "sandbox personas" lists those that determine the result'),
      'last-name': text('NAME', 'family name'),
      born: text('DATE', 'date of birth, YYYY-MM-DD'),
      'vendor-data': text('TEXT', 'your own reference, such as a customer number'),
      'end-user-id': text('UUID', 'your own UUID for the person'),
      callback: text('URL', 'URL to which the flow returns'),
      'document-type': text('TYPE', 'type of the document, e.g. PASSPORT'),
      'document-country': text('CC', 'country that issued it, two letters'),
      access: accessOption,
    },
    example: 'session create --first-name Approve --last-name Maasikas --vendor-data customer-70341',
    runAlone: async (config, input) => {
      const body = await newSessionOf(input);
      return overApi(config, input, (client) => create(client, body));
    },
  },
  {
    name: 'session get',
    about:
      'prints the attempts and decision of a session as the API returns them; a decision contains personal data',
    arguments: ['SESSION'],
    notes: { SESSION: wholeSessionId },
    options: { access: accessOption },
    example: `session get ${exampleId.session}`,
    runAlone: async (config, input) => {
      const sessionId = identifier(input, 0);
      return overApi(config, input, (client) => get(client, sessionId));
    },
  },
  {
    name: 'session watch',
    about:
      'prints each change of status until the session is final; exits with status 0 if it is approved, 1 if it is not, 5 after --timeout',
    arguments: ['SESSION'],
    notes: { SESSION: wholeSessionId },
    options: {
      timeout: text('TIME', 'longest time to wait, e.g. 30s, 10m, 2h; default 10m'),
      access: accessOption,
    },
    example: `session watch ${exampleId.session} --timeout 30m`,
    runAlone: (config, input) => watchSession(config, input),
  },
];

async function create(client: CountersignClient, body: NewSession): Promise<CommandResult> {
  const { verification } = await client.createSession(body);
  const { id: sessionId, status, vendorData, endUserId, url } = verification;
  return done({ sessionId, status, vendorData, endUserId, url });
}

async function get(client: CountersignClient, sessionId: string): Promise<CommandResult> {
  const { verifications } = await client.listAttempts(sessionId);
  const { verification: decision } = await client.getDecision(sessionId);
  const attempts = verifications.map(({ id, status, createdTime, userDefinedData = [] }) => ({
    attemptId: id,
    status,
    createdAt: createdTime,
    statuses: userDefinedData.map(({ statusCode }) => statusCode),
  }));
  return done({ sessionId, status: attempts[0]?.status ?? null, attempts, decision });
}

/** The session in FILE, overridden by the options. @throws UsageError */
async function newSessionOf(input: CommandInput): Promise<NewSession> {
  const [file] = input.positionals;
  const given = file === undefined ? {} : bodyIn(file, (await bytesOf(file)).toString('utf8'));
  const person = { ...given.person, ...optionsOf(input, personOptions) };
  const document = { ...given.document, ...optionsOf(input, documentOptions) };
  return {
    ...given,
    ...optionsOf(input, ownOptions),
    ...(Object.keys(person).length > 0 && { person }),
    ...(Object.keys(document).length > 0 && { document }),
  };
}

const personOptions = { 'first-name': 'firstName', 'last-name': 'lastName', born: 'dateOfBirth' } as const;
const documentOptions = { 'document-type': 'type', 'document-country': 'country' } as const;
const ownOptions = { 'vendor-data': 'vendorData', 'end-user-id': 'endUserId', callback: 'callback' } as const;

/** Options that are present, under the names of the API, which validates their values. */
const optionsOf = (input: CommandInput, names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, member]) => {
      const value = optionalText(input, option);
      return value === undefined ? [] : [[member, value] as const];
    }),
  );

/** @throws UsageError */
function bodyIn(file: string, json: string): NewSession {
  const read = (): unknown => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      throw new UsageError(`${file}: must be JSON`);
    }
  };
  const body = read();
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UsageError(`${file}: must be a JSON object: the body of POST /sessions or its verification`);
  return 'verification' in body ? (body.verification as NewSession) : body;
}
