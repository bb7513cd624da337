import type { Registries } from '@countersign/registries';

/** The registries that workers call: those that the operator has configured, and the simulator for test integrations. */
export interface RegistryClients {
  /**
   * Test integrations are always sent to the simulator; where none is configured, one is started in this process at the first call.
   */
  registriesOf(mode: 'test' | 'live'): Promise<Registries>;
  /** Aborts when this process ends and cannot wait for answers any longer. */
  ending: AbortSignal;
  /** This process ends: answers that are on their way may still come, for a while. */
  refuse(): void;
  close(): Promise<void>;
}
