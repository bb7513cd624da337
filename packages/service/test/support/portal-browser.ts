import { randomBytes, randomUUID } from 'node:crypto';
import type {
  PortalBranding,
  PortalAuditChains,
  PortalAuditExport,
  PortalAuditVerification,
  PortalCapability,
  PortalErrorBody,
  PortalFlowSettings,
  PortalIntegration,
  PortalPreferences,
  PortalRecoverable,
  PortalRecovered,
  PortalRecoveryCodes,
  PortalRequest,
  PortalRole,
  PortalSandbox,
  PortalSession,
  PortalSignatureChecked,
  PortalTeam,
  PortalTotpBegun,
} from '@countersign/contract';
import { totpCode } from '../../src/signing/totp.ts';
import { readClock } from '../../src/storage/engine/database-clock.ts';
import { inviteFirst } from '../../src/usecases/portal/organisation/invite-person.ts';
import type { TestApi } from './api.ts';

/** Where the test API believes it is. */
export const portalOrigin = 'https://id.example.com';
export const cookieName = '__Host-countersign_portal';
export const goodPassword = 'correct horse battery';

/** A row of any list; each list has some of its members. */
export interface PortalRow {
  id: string;
  action: string;
  actor: string;
  at: string;
  current: boolean;
  integrationId: string | null;
  sessionId: string | null;
  state: string;
  route: string;
  status: number | string;
  cause: string | null;
  awaitsRegistry: boolean;
  name: string;
  code: string;
  version: number;
  usedAt: string | null;
  backedUp: boolean;
  details: Record<string, unknown>;
}

/** What a browser makes a passkey of, or uses one for. */
export interface PasskeyOptions {
  challenge: string;
  rp?: { id: string };
  rpId?: string;
  user?: { id: string };
  excludeCredentials?: { id: string }[];
  allowCredentials?: { id: string }[];
}

/** Members of the portal's bodies; each body has some of them, and a test that looks at another one fails. */
export interface PortalBody
  extends
    Pick<
      PortalSession,
      | 'timeline'
      | 'attemptList'
      | 'person'
      | 'document'
      | 'screening'
      | 'canReview'
      | 'vendorData'
      | 'status'
      | 'createdAt'
    >,
    Pick<PortalIntegration, 'keys' | 'webhooks' | 'version'>,
    Pick<PortalTeam, 'members' | 'invitations' | 'roles'>,
    PortalTotpBegun,
    Pick<PortalFlowSettings, 'origins' | 'callback' | 'handoff'>,
    Omit<PortalBranding, 'name' | 'version'>,
    Pick<PortalRequest, 'reason' | 'detail' | 'unverified' | 'ignored' | 'key'>,
    Pick<PortalSandbox, 'personas' | 'jumps'>,
    PortalRecoverable,
    PortalRecovered,
    Pick<PortalSignatureChecked, 'result' | 'mistakes' | 'causes' | 'fix'>,
    PortalAuditChains,
    PortalAuditExport,
    PortalAuditVerification,
    PortalRecoveryCodes {
  id: string;
  url: string;
  body: string | null;
  csrf: string;
  next: string | null;
  rows: [PortalRow, ...PortalRow[]];
  error: PortalErrorBody['error'];
  capabilities: PortalCapability[];
  attempt: string;
  options: PasskeyOptions;
  passkeys: number;
  user: { id: string };
  preferences: PortalPreferences;
  organisation: { id: string; name: string };
  sso: { account: string | null; required: boolean } | null;
  password: boolean;
  steppedUpUntil: string | null;
}

/** An answer of the portal's API. */
export interface PortalAnswer {
  status: number;
  headers: Record<string, unknown>;
  bytes: Buffer;
  json: PortalBody;
}

export interface PortalCall {
  method?: string;
  /** Below `/portal/api`. */
  path: string;
  body?: unknown;
  /** Besides the usual ones; `null` takes one of those away. */
  headers?: Record<string, string | null>;
}

/** The cookie of browsers that are at a provider of single sign-on. */
const ssoCookieName = '__Host-countersign_sso';
/** The cookie of what a browser keeps of sign-ins that it completed. */
export const knownCookieName = '__Host-countersign_known';

/** A browser with the portal's cookie and its token against forgery. */
export interface PortalBrowser {
  /** What the cookie jar holds; `null`: nothing. */
  cookie: string | null;
  /** As `cookie`, of the browser that is at a provider of single sign-on. */
  ssoCookie: string | null;
  /** As `cookie`, of what it keeps of sign-ins that it completed. */
  knownCookie: string | null;
  csrf: string;
  /** Where it connects from: another address for each, because failures are counted by address. */
  address: string;
  call(call: PortalCall): Promise<PortalAnswer>;
  get(path: string): Promise<PortalAnswer>;
  post(path: string, body?: unknown): Promise<PortalAnswer>;
}

const byte = () => 1 + (randomBytes(1).readUInt8() % 254);

/** A browser that has never been here. */
export function openBrowser(api: TestApi): PortalBrowser {
  const browser: PortalBrowser = {
    cookie: null,
    ssoCookie: null,
    knownCookie: null,
    csrf: '',
    address: `127.${byte()}.${byte()}.${byte()}`,
    async call({ method = 'GET', path, body, headers = {} }) {
      const all: Record<string, string | null> = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        ...cookiesOf(browser),
        ...(method === 'GET'
          ? {}
          : {
              'x-countersign-portal': '1',
              'x-csrf-token': browser.csrf,
              origin: portalOrigin,
              'sec-fetch-site': 'same-origin',
            }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      };
      const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
      const answer = await api.send({
        method,
        from: browser.address,
        path: `/portal/api${path}`,
        headers: Object.fromEntries(sent),
        body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      });
      const json = answer.json as unknown as PortalBody;
      for (const header of answer.headers['set-cookie'] ?? []) keepCookie(browser, header);
      // Media and empty answers have no members.
      if (typeof (json as Partial<PortalBody> | undefined)?.csrf === 'string') browser.csrf = json.csrf;
      return { status: answer.status, headers: answer.headers, bytes: answer.bytes, json };
    },
    get: (path) => browser.call({ path }),
    post: (path, body) => browser.call({ method: 'POST', path, ...(body === undefined ? {} : { body }) }),
  };
  return browser;
}

function cookiesOf({ cookie, ssoCookie, knownCookie }: PortalBrowser): { cookie?: string } {
  const pairs = [
    ...(cookie === null ? [] : [`${cookieName}=${cookie}`]),
    ...(ssoCookie === null ? [] : [`${ssoCookieName}=${ssoCookie}`]),
    ...(knownCookie === null ? [] : [`${knownCookieName}=${knownCookie}`]),
  ];
  return pairs.length === 0 ? {} : { cookie: pairs.join('; ') };
}

function keepCookie(browser: PortalBrowser, header: string): void {
  const [name, value] = header.split(';', 1)[0]?.split('=') ?? [];
  if (name === ssoCookieName) browser.ssoCookie = value ?? null;
  else if (name === knownCookieName) browser.knownCookie = value ?? null;
  else if (value !== undefined) browser.cookie = value === '' ? null : value;
}

/** Somebody with an account, signed in. */
export interface Person {
  browser: PortalBrowser;
  email: string;
  id: string;
  /** Of one-time codes; `null` without. */
  secret: Buffer | null;
  recoveryCodes: string[];
  /** The code of now, or so many steps away from it. */
  code(step?: number): Promise<string>;
  /** Confirms with password and code; waits on the test's clock for a fresh one where it must. */
  stepUp(): Promise<PortalAnswer>;
}

export interface NewPerson {
  role: PortalRole;
  organisation?: string;
  reveal?: boolean;
}

/** Invites somebody from the command line, who accepts, and sets up codes where the role wants them. */
export async function addPerson(
  api: TestApi,
  { role, organisation = 'Test organisation', reveal = false }: NewPerson,
): Promise<Person> {
  const email = `${role}-${randomUUID()}@example.com`;
  const { url } = await inviteFirst(api.ctx)({ email, organisation, role, reveal, actor: 'cli' });
  const browser = openBrowser(api);
  const accepted = await browser.post(`/invitations/${url.split('/').at(-1) ?? ''}`, {
    name: `Test ${role}`,
    password: goodPassword,
    language: 'en',
  });
  if (accepted.status !== 200) throw new Error(`invitation answered ${accepted.bytes.toString()}`);
  const person = newPerson(api, browser);
  person.email = email;
  if (accepted.json.next === 'enrol') await enrol(person);
  person.id = (await me(browser)).user.id;
  return person;
}

function newPerson(api: TestApi, browser: PortalBrowser): Person {
  const person: Person = {
    browser,
    email: '',
    id: '',
    secret: null,
    recoveryCodes: [],
    async code(step = 0) {
      const now = Math.floor((await readClock(api.ctx.database)) / 30);
      return totpCode(person.secret ?? Buffer.alloc(0), now + step);
    },
    async stepUp() {
      // Of the step after now, which a clock that is ahead shows: that of now set the codes up.
      const code = person.secret === null ? {} : { code: await person.code(1) };
      return browser.post('/step-up', { password: goodPassword, ...code });
    },
  };
  return person;
}

/** Sets one-time codes up with the code of now. */
export async function enrol(person: Person): Promise<void> {
  const begun = await person.browser.post('/totp/begin');
  person.secret = fromBase32(begun.json.secret);
  const confirmed = await person.browser.post('/totp/confirm', { code: await person.code() });
  if (confirmed.status !== 200) throw new Error(`set-up answered ${confirmed.bytes.toString()}`);
  person.recoveryCodes = confirmed.json.recoveryCodes;
}

/** What the page reads first; it brings the token against forgery. */
export async function me(browser: PortalBrowser) {
  const answer = await browser.get('/me');
  if (answer.status !== 200) throw new Error(`me answered ${answer.bytes.toString()}`);
  return answer.json;
}

/** The bytes of a text in base 32. */
function fromBase32(text: string): Buffer {
  const digits = Array.from(text, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const bits = digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
