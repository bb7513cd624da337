import type { Registries } from '@countersign/registries';

/** The registries that workers call: those configured by the operator, and the simulator for test integrations. */
export interface RegistryClients {
  /** Test integrations always use the simulator; if none is configured, one is started in this process with the first call. */
  registriesOf(mode: 'test' | 'live'): Promise<Registries>;
  /** Aborted when this process ends and can no longer wait for answers. */
  ending: AbortSignal;
  /** Called when this process is ending: answers to pending calls may still arrive for a while. */
  refuse(): void;
  close(): Promise<void>;
}
