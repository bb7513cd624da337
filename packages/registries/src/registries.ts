import type {
  BrAnswer,
  BrQuestion,
  CoAnswer,
  CoIdType,
  CoQuestion,
  CurpAnswer,
  CurpQuestion,
  MxAnswer,
  MxQuestion,
  RegistryConnector,
  UsAnswer,
  UsQuestion,
  VoterListAnswer,
  VoterListQuestion,
} from '@countersign/core';
import type { CallBug } from './calls/create-registry-http.ts';
import type { CallRecord, RegistryHealth } from './calls/registry-http.ts';

/** Every registry this process can call. One without a connector returns `technical` `unsupported`. */
export interface Registries {
  br: RegistryConnector<BrQuestion, BrAnswer>;
  mxIne: RegistryConnector<MxQuestion, MxAnswer>;
  mxCurp: RegistryConnector<CurpQuestion, CurpAnswer>;
  mxVoterList: RegistryConnector<VoterListQuestion, VoterListAnswer>;
  co: Record<CoIdType, RegistryConnector<CoQuestion, CoAnswer>>;
  us: RegistryConnector<UsQuestion, UsAnswer>;
  /** Health of every connector, by its place in the settings: `br`, `mx.ine`, `co.CC`. */
  health(): Record<string, RegistryHealth>;
  close(): Promise<void>;
}

/** Dependencies of the connectors, supplied by the program that opens them. */
export interface RegistriesOptions {
  /** Resolves `env:NAME` or `file:/path`. @throws Error when it does not exist */
  readSecret(reference: string): string;
  onCall(record: CallRecord): void;
  /** One of our parsers threw: the result is `technical` `schema`, and the bug should be investigated. */
  onBug?(bug: CallBug): void;
  /** PEM of further certificate authorities. */
  certificateAuthorities?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?(): number;
}
