export { registerTemplate } from './br-cpf/treatment-template.ts';
export type { TreatmentTemplate } from './br-cpf/treatment-template.ts';
export { createRegistryHttp } from './calls/create-registry-http.ts';
export type { CallRecord } from './calls/registry-http.ts';
export { openRegistries } from './open-registries.ts';
export { readRegistrySettings, readTemplateOptions } from './read-registry-settings.ts';
export type { Registries, RegistriesOptions } from './registries.ts';
export { RegistrySettingsError } from './registry-settings.ts';
export type { ConnectorSettings, DatavalidOptions, RegistrySettings } from './registry-settings.ts';
export { resolveSecret } from './secrets.ts';
export {
  isSimulator,
  placesOf,
  sandboxSettings,
  simulatorSettings,
  usesSimulator,
} from './simulator-settings.ts';
