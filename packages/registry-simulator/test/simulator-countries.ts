/** Every way to a simulated registry, with the question about its first scenario, for tests that go through all of them. */
import type { CallContext, RegistryResult } from '@countersign/core';
import { developmentPublicKey } from '../src/mx-ine/development-keys.ts';
import { openRegistries } from '../../registries/src/open-registries.ts';
import type { GenericOptions, RegistrySettings, Resilience } from '../../registries/src/registry-settings.ts';
import type { Registries } from '../../registries/src/registries.ts';
import { simulatorSettings } from '../../registries/src/simulator-settings.ts';
import type { Simulator } from '../src/server/simulator.ts';

const selfie = { format: 'jpeg', bytes: Uint8Array.of(0xff, 0xd8, 0xff) } as const;

/** Claims are those of the identities in spec/registries.md 15.2 and 15.3. */
export const brQuestion = (cpf: string) => ({
  cpf,
  selfie,
  claims: {
    name: 'ANA BEATRIZ SOUZA LIMA',
    dateOfBirth: '1990-01-31',
    gender: 'F',
    licenceNumber: '58316794534',
    licenceCategory: 'AB',
    firstIssue: '2010-03-15',
    validFrom: '2022-05-10',
    validUntil: '2032-05-09',
  },
  compareLicenceStatus: true,
});
export const mxQuestion = (cic: string) => ({
  cic,
  selfie,
  consent: true as const,
  claims: {
    firstName: 'Juan Carlos',
    fatherLastName: 'Pérez',
    motherLastName: 'López',
    curp: 'PELJ850101HDFRPN06',
    registrationYear: '2003',
    issueYear: '2023',
  },
});
export const voterListQuestion = (cic: string) => ({ cic, citizenId: '098765432' });

let calls = 0;

/** A call of its own: the simulator answers the same request with the same answer. */
export const callContext = (seconds = 20): CallContext => {
  calls += 1;
  return {
    signal: new AbortController().signal,
    deadline: new Date(Date.now() + seconds * 1000).toISOString(),
    correlationId: `8c7b6a59-0000-4000-8000-${String(calls).padStart(12, '0')}`,
    consentRef: 'consent-1',
  };
};

/** One way to a registry. */
export interface Way {
  /** Route that is asked; for Brazil the last of three. */
  route: string;
  settings(simulator: Pick<Simulator, 'url'>, resilience: Partial<Resilience>): RegistrySettings;
  ask(registries: Registries, context: CallContext): Promise<RegistryResult<unknown>>;
}

const asBundled: Way['settings'] = ({ url }, resilience) => simulatorSettings(url, resilience);

/** INE with the verification of signatures on. */
const verified: Way['settings'] = ({ url }, resilience) => {
  const settings = simulatorSettings(url, resilience);
  const { ine } = settings.mx;
  if (ine?.connector !== 'ine-json') throw new Error('another connector');
  const options = { ...ine.options, verifySignature: 'digest' as const, signatureKey: 'env:INE_KEY' };
  return { ...settings, mx: { ...settings.mx, ine: { ...ine, options } } };
};

const nested: Way['settings'] = ({ url }, resilience) => {
  const settings = simulatorSettings(url, resilience);
  const { CC } = settings.co;
  if (CC?.connector !== 'ani-json') throw new Error('another connector');
  return { ...settings, co: { ...settings.co, CC: { ...CC, options: { ...CC.options, shape: 'nested' } } } };
};

/** The generic connector in every place. */
export const genericSettings: Way['settings'] = ({ url }, resilience) => {
  const plain = simulatorSettings(url, resilience);
  if (plain.us === null) throw new Error('no connector');
  const { resilience: limits } = plain.us.options;
  const to = (registry: string) => ({
    connector: 'http-generic' as const,
    options: {
      baseUrl: `${url}/generic/${registry}`,
      auth: { type: 'none' },
      resilience: limits,
      hmacSecret: null,
    } satisfies GenericOptions,
  });
  return {
    br: to('br'),
    mx: { ine: to('mx'), curp: to('mx-curp'), voterList: to('mx-voter-list') },
    co: { CC: to('co'), TI: to('co'), CE: null, NIT: null },
    us: to('us'),
  };
};

const usQuestion = {
  ssn: '987654320',
  firstName: 'Marlon',
  lastName: 'Tavistock',
  dateOfBirth: '1979-12-05',
  address: { fullAddress: '12 Example Street, Springfield, IL 62701' },
};

const questions = {
  br: (registries: Registries, context: CallContext) =>
    registries.br.check(brQuestion('90000000175'), context),
  mx: (registries: Registries, context: CallContext) =>
    registries.mxIne.check(mxQuestion('999900001'), context),
  curp: (registries: Registries, context: CallContext) =>
    registries.mxCurp.check({ curp: 'PELJ850101HDFRPN06' }, context),
  voterList: (registries: Registries, context: CallContext) =>
    registries.mxVoterList.check(voterListQuestion('999900001'), context),
  co: (registries: Registries, context: CallContext) =>
    registries.co.CC.check({ idType: 'CC', number: '9000000001' }, context),
  us: (registries: Registries, context: CallContext) => registries.us.check(usQuestion, context),
};

export const ways = {
  Datavalid: { route: 'br.validate', settings: asBundled, ask: questions.br },
  'Consulta CPF': { route: 'br.status', settings: asBundled, ask: questions.br },
  INE: { route: 'mx.ine', settings: asBundled, ask: questions.mx },
  'INE with signatures': { route: 'mx.ine', settings: verified, ask: questions.mx },
  RENAPO: { route: 'mx.curp', settings: asBundled, ask: questions.curp },
  'voter list': { route: 'mx.voterList', settings: asBundled, ask: questions.voterList },
  'ANI flat': { route: 'co.ani', settings: asBundled, ask: questions.co },
  'ANI nested': { route: 'co.ani', settings: nested, ask: questions.co },
  'generic br': { route: 'generic.br', settings: genericSettings, ask: questions.br },
  'generic mx': { route: 'generic.mx', settings: genericSettings, ask: questions.mx },
  'generic mx-curp': { route: 'generic.mx-curp', settings: genericSettings, ask: questions.curp },
  'generic mx-voter-list': {
    route: 'generic.mx-voter-list',
    settings: genericSettings,
    ask: questions.voterList,
  },
  'generic co': { route: 'generic.co', settings: genericSettings, ask: questions.co },
  'generic us': { route: 'generic.us', settings: genericSettings, ask: questions.us },
} satisfies Record<string, Way>;

export type WayName = keyof typeof ways;

/** Opens registries on a simulator; the only secret there is, is INE's public development key. */
export const open = (settings: RegistrySettings, certificateAuthorities?: string): Registries =>
  openRegistries(settings, {
    readSecret: () => developmentPublicKey,
    onCall: () => undefined,
    ...(certificateAuthorities !== undefined && { certificateAuthorities }),
  });
