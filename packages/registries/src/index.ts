export type { CallRecord } from './calls/registry-http.ts';
export type { Registries, RegistriesOptions } from './registries.ts';
export { RegistrySettingsError } from './registry-settings.ts';
export type { RegistrySettings } from './registry-settings.ts';
export type { FaultRule } from './simulator/fault-rules.ts';
export { startSimulator } from './simulator/simulator.ts';
export type { Simulator, SimulatorOptions } from './simulator/simulator.ts';
export { simulatorFromEnvironment, SimulatorSettingError } from './simulator/simulator-environment.ts';
