import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { RegistrySettingsError } from './registry-settings.ts';

type SchemaError = ReturnType<typeof Value.Errors>[number];

/**
 * Reads one part of the settings and fills in its defaults.
 * @param at path of the part, `registries.br.options`
 * @throws RegistrySettingsError naming the member that is wrong, never its value
 */
export function readSettingsPart<Schema extends TSchema>(
  schema: Schema,
  part: unknown,
  at: string,
): Static<Schema> {
  const filled = Value.Default(schema, structuredClone(part));
  const errors = Value.Errors(schema, filled);
  if (errors.length > 0) throw new RegistrySettingsError(explain(errors, at));
  return filled as Static<Schema>;
}

function explain(errors: readonly SchemaError[], at: string): string {
  const meant = errors.filter((error) => !isOtherAlternative(error, errors));
  const specific = meant.filter(({ keyword }) => keyword !== 'anyOf' && keyword !== 'boolean');
  const [error] = specific.length > 0 ? specific : errors;
  if (!error) return `${at}: must match its schema`;
  const place = [at, ...error.instancePath.split('/').slice(1)].filter(Boolean).join('.');
  if (error.keyword === 'required') return `${place}.${error.params.requiredProperties[0]}: must be set`;
  if (error.keyword === 'additionalProperties')
    return `${place}.${error.params.additionalProperties[0]}: must be removed; there is no such setting`;
  return `${place}: ${error.message}`;
}

/** In a choice between alternatives, errors of those clearly not intended only hide the real one. */
function isOtherAlternative(error: SchemaError, errors: readonly SchemaError[]): boolean {
  const [branch, choice] = /^(.*?)\/anyOf\/\d+/.exec(error.schemaPath) ?? [];
  if (branch === undefined) return false;
  const own = errors.find(({ keyword, schemaPath }) => keyword === 'anyOf' && schemaPath === choice);
  return errors.some(
    ({ keyword, schemaPath, instancePath }) =>
      (schemaPath === branch || schemaPath.startsWith(`${branch}/`)) &&
      (keyword === 'const' || (keyword === 'type' && instancePath === own?.instancePath)),
  );
}
