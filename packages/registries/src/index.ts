export { registerTemplate } from './br-cpf/treatment-template.ts';
export type { TemplateCall, TreatmentTemplate } from './br-cpf/treatment-template.ts';
export { createRegistryHttp } from './calls/create-registry-http.ts';
export type { CallBug } from './calls/create-registry-http.ts';
export type { CallRecord, RegistryHealth } from './calls/registry-http.ts';
export { openRegistries } from './open-registries.ts';
export { readRegistrySettings, readTemplateOptions } from './read-registry-settings.ts';
export type { Registries, RegistriesOptions } from './registries.ts';
export { RegistrySettingsError } from './registry-settings.ts';
export type { ConnectorSettings, DatavalidOptions, RegistrySettings } from './registry-settings.ts';
export { resolveSecret } from './secrets.ts';
export type { FaultRule } from './simulator/fault-rules.ts';
export { simulatorScenarios } from './simulator/simulated-registries.ts';
export { startSimulator } from './simulator/simulator.ts';
export type { Simulator, SimulatorOptions } from './simulator/simulator.ts';
export type { ListedScenario, SimulatorControl } from './simulator/simulator-control.ts';
export { simulatorFromEnvironment, SimulatorSettingError } from './simulator/simulator-environment.ts';
export {
  isSimulator,
  placesOf,
  sandboxSettings,
  simulatorSettings,
  usesSimulator,
} from './simulator-settings.ts';
