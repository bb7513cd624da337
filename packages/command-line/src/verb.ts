interface AnyOption {
  /** One line of help: what the option does. */
  about: string;
  /** `required`: must be given. `choice`: one of the options so marked must be given. Without it the option may be left out. */
  need?: 'required' | 'choice';
}

/** An option without a value. */
export interface Flag extends AnyOption {
  type: 'boolean';
}

/** An option that takes a text. */
export interface TextOption extends AnyOption {
  type: 'string';
  /** Placeholder of the value in help, e.g. `FILE`. */
  value: string;
  /** May be given several times. */
  multiple?: boolean;
}

/** Options by name, without the dashes. */
export type VerbOptions = Readonly<Record<string, Flag | TextOption>>;

/** One command as help shows it and as its arguments are read; what it does is attached where its code is. */
export interface Verb {
  /** As typed, e.g. `keys add`. */
  name: string;
  /** One line of help: what the command does. */
  about: string;
  /** Positional arguments: `NAME`; `[NAME]` may be left out; `[NAME …]` may be repeated, and comes last. */
  arguments: readonly string[];
  /** What an argument of this verb may be, by placeholder, where it differs from other verbs. */
  notes?: Readonly<Record<string, string>>;
  options: VerbOptions;
  /** A command line that works once its identifiers are replaced, without the program's name. */
  example: string;
}

/** Option every command takes. */
export const helpOption = { type: 'boolean', about: 'prints this help' } as const satisfies Flag;
