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

/** Every registry this process can call. One without a connector answers `technical` `unsupported`. */
export interface Registries {
  br: RegistryConnector<BrQuestion, BrAnswer>;
  mxIne: RegistryConnector<MxQuestion, MxAnswer>;
  mxCurp: RegistryConnector<CurpQuestion, CurpAnswer>;
  mxVoterList: RegistryConnector<VoterListQuestion, VoterListAnswer>;
  co: Record<CoIdType, RegistryConnector<CoQuestion, CoAnswer>>;
  us: RegistryConnector<UsQuestion, UsAnswer>;
  /** Of every connector there is, by its place in the settings: `br`, `mx.ine`, `co.CC`. */
  health(): Record<string, RegistryHealth>;
  close(): Promise<void>;
}

/** What the connectors need of the program that opens them. */
export interface RegistriesOptions {
  /** The text behind `env:NAME` or `file:/path`. @throws Error when there is none */
  readSecret(reference: string): string;
  onCall(record: CallRecord): void;
  /** A reader of ours threw: answered as `technical` `schema`, and to be looked into. */
  onBug?(bug: CallBug): void;
  /** PEM of further certificate authorities. */
  certificateAuthorities?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?(): number;
}
