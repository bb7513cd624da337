import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import fs from 'node:fs';
import path from 'node:path';
import { type CommandInput, exitCodes, isGiven } from '@countersign/command-line';
import type { Config } from '../../runtime/config.ts';
import { installationFile } from '../../runtime/installation-files.ts';
import { accessOption, type ApiAccess, readAccess } from '../call-api.ts';
import { type CommandResult, type ConfigCommand, done } from '../command.ts';
import { appSource, pageSource } from './init-sources.ts';

/** The verb that creates the files of a new application. */
export const initCommands: readonly ConfigCommand[] = [
  {
    name: 'init',
    about:
      'writes a small application and a private .env file with its keys into a folder; overwrites files only with --force',
    arguments: ['FOLDER'],
    options: {
      force: { type: 'boolean', about: 'overwrites existing files' },
      access: accessOption,
    },
    example: 'init shop',
    runAlone: init,
  },
];

/** The files to write: content by name in the folder. */
function filesFor(access: ApiAccess): Record<string, string> {
  const client = path.dirname(installationFile('dist/client/package.json'));
  const manifest = {
    name: 'countersign-shop',
    private: true,
    type: 'module',
    scripts: { start: 'node --env-file=.env app.mjs' },
    dependencies: { '@countersign/client': `file:${client}` },
  };
  return {
    '.env': `API_URL=${access.apiUrl}\nAPI_KEY=${access.apiKey}\nSHARED_SECRET=${access.sharedSecret}\nPORT=3000\n`,
    '.gitignore': '.env\nnode_modules\n',
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'app.mjs': appSource,
    'index.html': pageSource,
  };
}

async function init(config: () => Config, input: CommandInput): Promise<CommandResult> {
  const folder = path.resolve(input.positionals[0] ?? '');
  const files = filesFor(await readAccess(config, input));
  const names = Object.keys(files);
  const present = names.filter((name) => fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }));
  if (present.length > 0 && !isGiven(input, 'force')) {
    const note = `${folder}: must not have ${present.join(', ')}; nothing was written; --force overwrites existing files`;
    return { exitCode: exitCodes.rejected, output: null, note };
  }
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await write(path.join(folder, name), content);
  const forward = 'countersign listen INTEGRATION --forward-to http://localhost:3000/webhooks';
  return done(
    { folder, files: names },
    `Next: cd ${folder}; npm install; npm start; for its webhooks, in another terminal: ${forward}`,
  );
}

/** Written to a temporary file and renamed, so that an existing link is replaced and not followed, and others can never read the secret. */
async function write(file: string, content: string): Promise<void> {
  const beside = `${file}.${process.pid}`;
  const mode = path.basename(file) === '.env' ? 0o600 : 0o644;
  await writeFile(beside, content, { mode, flag: 'wx' });
  await chmod(beside, mode);
  await rename(beside, file);
}
