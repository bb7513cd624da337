/** The command line cannot be understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Options of a command by name, without the dashes: `flag` stands alone, `value` and `values` take what follows. */
export type OptionKinds = Readonly<Record<string, 'flag' | 'value' | 'values'>>;

export type ParsedArguments = {
  flags: ReadonlySet<string>;
  /** In the order given; options of kind `value` at most once. */
  values: ReadonlyMap<string, readonly string[]>;
};

/**
 * Reads `--name`, `--name value` and `--name=value`.
 * @throws UsageError for an unknown option, a missing or repeated value, or a word that belongs to none
 */
export function parseArguments(args: readonly string[], kinds: OptionKinds): ParsedArguments {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (!argument.startsWith('--')) throw new UsageError(`unexpected argument ${JSON.stringify(argument)}`);
    const equals = argument.indexOf('=');
    const name = argument.slice(2, equals < 0 ? undefined : equals);
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (kind === undefined) throw new UsageError(`unknown option --${name}`);
    if (kind === 'flag') {
      if (equals >= 0) throw new UsageError(`--${name} takes no value`);
      flags.add(name);
      continue;
    }
    const value = equals >= 0 ? argument.slice(equals + 1) : args[(index += 1)];
    if (value === undefined) throw new UsageError(`--${name} needs a value`);
    const given = values.get(name) ?? [];
    if (kind === 'value' && given.length > 0) throw new UsageError(`--${name} is given twice`);
    values.set(name, [...given, value]);
  }
  return { flags, values };
}
