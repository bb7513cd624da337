/** Result of a verb of the command line. */
export interface VerbResult<Output> {
  output: Output;
  /** The verb's exit code: 1 is a finding, such as an overdue list. */
  exitCode: number;
  /** A remark, or the meaning of a finding. */
  note: string | null;
}

/** Options by name, without dashes; `true` for options without a value. */
export type VerbOptions = Readonly<Record<string, true | string | readonly string[] | undefined>>;

/** What the page needs about its sign-in and installation. */
export interface About {
  operator: string | null;
  version: string;
  installation: string;
  engine: string;
  environment: string;
  settings: SettingText[];
}

/** A setting of integrations, as described by the service. */
export interface SettingText {
  name: string;
  form: string;
  choices: unknown[] | null;
  fallback: { live?: unknown; test?: unknown };
  effect: string;
  /** Decided sessions can be re-evaluated under another value. */
  isJudged: boolean;
}

/** A failed call, with the message that the command line prints. */
export class CallFailed extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'CallFailed';
    this.status = status;
  }
}

const keyName = 'countersign-console-key';

type Listener = () => void;
const listeners = new Set<Listener>();

/** Calls the listener whenever a call is rejected because the operator is signed out. @returns a function that unsubscribes */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

interface Answer {
  exitCode: number | null;
  output: unknown;
  note: string | null;
}

/** @throws CallFailed */
async function post(path: string, body: object): Promise<Answer> {
  const key = localStorage.getItem(keyName);
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { 'x-console-key': key }) },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new CallFailed(0, '');
  });
  const answer = (await response.json().catch(() => ({ note: null }))) as Answer;
  if (response.ok) return answer;
  if (response.status === 401) for (const listener of listeners) listener();
  throw new CallFailed(response.status, answer.note ?? '');
}

/** Runs a verb. @throws CallFailed */
export async function runVerb<Output>(
  verb: string,
  words: readonly string[] = [],
  options: VerbOptions = {},
): Promise<VerbResult<Output>> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== '');
  const answer = await post('/api/verbs', {
    verb,
    arguments: words,
    options: Object.fromEntries(given),
  });
  return { output: answer.output as Output, exitCode: answer.exitCode ?? 0, note: answer.note };
}

/** @throws CallFailed */
export const readAbout = async (): Promise<About> => (await post('/api/about', {})).output as About;

/** Signs in with the token of the link. @throws CallFailed */
export async function signIn(token: string): Promise<void> {
  const { output } = await post('/api/sign-in', { token });
  localStorage.setItem(keyName, (output as { key: string }).key);
}

/** Signs out; also works when the sign-in has already ended. */
export async function signOut(): Promise<void> {
  await post('/api/sign-out', {}).catch(() => null);
  localStorage.removeItem(keyName);
}
