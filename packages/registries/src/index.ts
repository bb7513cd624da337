export type { CallRecord } from './calls/registry-http.ts';
export type { Registries, RegistriesOptions } from './registries.ts';
export { RegistrySettingsError } from './registry-settings.ts';
export type { RegistrySettings } from './registry-settings.ts';
