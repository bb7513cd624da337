interface AnyOption {
  /** One line of help that describes the option. */
  about: string;
  /** `required`: must be given. `choice`: one of the options marked `choice` must be given. Absent: optional. */
  need?: 'required' | 'choice';
}

/** An option without a value. */
export interface Flag extends AnyOption {
  type: 'boolean';
}

/** An option that takes a text value. */
export interface TextOption extends AnyOption {
  type: 'string';
  /** Placeholder for the value in the help, e.g. `FILE`. */
  value: string;
  /** Whether the option may be repeated. */
  multiple?: boolean;
}

/** Options by name, without the leading dashes. */
export type VerbOptions = Readonly<Record<string, Flag | TextOption>>;

/** Declares one command for help and parsing; its implementation is attached elsewhere. */
export interface Verb {
  /** As typed, e.g. `keys add`. */
  name: string;
  /** One line of help that describes the command. */
  about: string;
  /** Positional arguments: `NAME` is required, `[NAME]` is optional, `[NAME …]` is repeatable and comes last. */
  arguments: readonly string[];
  /** Notes on arguments by placeholder, where this verb differs from others. */
  notes?: Readonly<Record<string, string>>;
  options: VerbOptions;
  /** An example without the program's name that works once its identifiers are replaced. */
  example: string;
}

/** An option that every command accepts. */
export const helpOption = { type: 'boolean', about: 'prints this help' } as const satisfies Flag;
