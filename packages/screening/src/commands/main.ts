import { UsageError } from './arguments.ts';
import { exitCodes } from './exit-codes.ts';
import { ClosedOutput } from './line-stream.ts';
import { scorePairs } from './score-pairs.ts';
import { screen } from './screen.ts';

const usage = `usage: countersign score-pairs [--jsonl] [--explain] < pairs.tsv > scores.txt
       countersign screen --list FORMAT[@LISTTYPE]=PATH[,PATH...] [options] < queries.jsonl > hits.jsonl
       countersign screen --list FORMAT=PATH | --snapshot PATH --listen [HOST:]PORT`;

type Command = typeof scorePairs;

const commands: Readonly<Record<string, Command>> = { 'score-pairs': scorePairs, screen };

function complain(message: string): void {
  process.stderr.write(`${message}\n`);
}

const [asked = '', ...rest] = process.argv.slice(2);
const command = Object.hasOwn(commands, asked) ? commands[asked] : undefined;
try {
  if (!command) throw new UsageError(`unknown command ${JSON.stringify(asked)}`);
  process.exitCode = await command(rest, { input: process.stdin, output: process.stdout, complain });
} catch (error) {
  process.exitCode = exitCodes.couldNotRun;
  if (error instanceof ClosedOutput) {
    // Whoever reads has enough; nothing to say.
  } else if (error instanceof UsageError) complain(`${error.message}\n${usage}`);
  else complain(error instanceof Error ? error.message : String(error));
  process.stdin.destroy();
}
