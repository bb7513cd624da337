import type { Registries } from '@countersign/registries';

/** Where workers find the registries: those the operator has configured, and the simulator of test integrations. */
export interface RegistryClients {
  /** Test integrations only ever reach the simulator; where none is configured, one starts here at the first question. */
  registriesOf(mode: 'test' | 'live'): Promise<Registries>;
  /** Aborts when this process ends and cannot wait for answers any longer. */
  ending: AbortSignal;
  /** This process ends: answers that are on their way may still come, for a while. */
  refuse(): void;
  close(): Promise<void>;
}
