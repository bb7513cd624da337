/** Invalid settings: one line each, with what a value must be. Never contains secrets. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(...problems: readonly string[]) {
    const [only] = problems;
    super(
      problems.length === 1 && only !== undefined
        ? only
        : [`${problems.length} settings are wrong:`, ...problems].join('\n  '),
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
