import { programName } from './help.ts';
import { helpOption, type Verb, type VerbOptions } from './verb.ts';

/** Shells for which a completion script can be generated. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** Generates a script that completes commands and options: `eval "$(countersign completion bash)"`. */
export const completionOf = (shell: Shell, verbs: readonly Verb[]): string =>
  shell === 'fish' ? fishScript(verbs) : shell === 'zsh' ? zshScript(verbs) : bashScript(verbs);

const optionsOf = (verb: Verb): string[] =>
  Object.keys({ ...verb.options, help: helpOption }).map((name) => `--${name}`);
const unique = (words: readonly string[]): string[] => [...new Set(words)];
const firstWords = (verbs: readonly Verb[]): string[] => [
  ...unique(verbs.map(({ name }) => name.split(' ')[0] ?? name)),
  'help',
];
const secondWords = (verbs: readonly Verb[], first: string): string[] =>
  verbs.flatMap(({ name }) => {
    const [word, second] = name.split(' ');
    return word === first && second !== undefined ? [second] : [];
  });

function bashScript(verbs: readonly Verb[]): string {
  const groups = firstWords(verbs).filter((first) => secondWords(verbs, first).length > 0);
  return `_${programName}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${firstWords(verbs).join(' ')}'
  else
    case "$COMP_CWORD \${COMP_WORDS[1]}" in
${groups.map((first) => `      '2 ${first}') words='${secondWords(verbs, first).join(' ')}' ;;`).join('\n')}
    esac
    case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${verbs.map((verb) => `      '${verb.name}'${verb.name.includes(' ') ? '' : `\\ *`}) words="$words ${optionsOf(verb).join(' ')}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${programName} ${programName}`;
}

const zshScript = (verbs: readonly Verb[]): string =>
  `autoload -U +X bashcompinit && bashcompinit\n${bashScript(verbs)}`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fishScript(verbs: readonly Verb[]): string {
  const firsts = firstWords(verbs).join(' ');
  const lines = verbs.flatMap((verb) => {
    const [first = '', second] = verb.name.split(' ');
    const isFirst = `not __fish_seen_subcommand_from ${firsts}`;
    const command =
      second === undefined
        ? `complete -c ${programName} -f -n ${quoted(isFirst)} -a ${first} -d ${quoted(verb.about)}`
        : `complete -c ${programName} -f -n ${quoted(`__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${secondWords(verbs, first).join(' ')}`)} -a ${second} -d ${quoted(verb.about)}`;
    const seen = `__fish_seen_subcommand_from ${first}${second === undefined ? '' : `; and __fish_seen_subcommand_from ${second}`}`;
    const all: VerbOptions = { ...verb.options, help: helpOption };
    const options = Object.entries(all).map(
      ([name, option]) =>
        `complete -c ${programName} -n ${quoted(seen)} -l ${name}${option.type === 'string' ? ' -r' : ''} -d ${quoted(option.about)}`,
    );
    return [command, ...options];
  });
  const groups = firstWords(verbs)
    .filter((first) => secondWords(verbs, first).length > 0)
    .map(
      (first) =>
        `complete -c ${programName} -f -n ${quoted(`not __fish_seen_subcommand_from ${firsts}`)} -a ${first}`,
    );
  return [...groups, ...lines].join('\n');
}
