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
import type { CallRecord } from './calls/registry-http.ts';

/** Every registry this process can ask. One without a connector answers `technical` `unsupported`. */
export interface Registries {
  br: RegistryConnector<BrQuestion, BrAnswer>;
  mxIne: RegistryConnector<MxQuestion, MxAnswer>;
  mxCurp: RegistryConnector<CurpQuestion, CurpAnswer>;
  mxVoterList: RegistryConnector<VoterListQuestion, VoterListAnswer>;
  co: Record<CoIdType, RegistryConnector<CoQuestion, CoAnswer>>;
  us: RegistryConnector<UsQuestion, UsAnswer>;
  close(): Promise<void>;
}

export interface RegistriesOptions {
  /** The text behind `env:NAME` or `file:/path`. @throws Error when there is none */
  readSecret(reference: string): string;
  onCall(record: CallRecord): void;
  /** PEM of further certificate authorities. */
  certificateAuthorities?: string;
  /** Milliseconds since 1970; the machine's clock by default. */
  now?(): number;
}
