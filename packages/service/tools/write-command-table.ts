// Writes every verb of the command line as data, dist/commands.json, from which help is printed without loading the service.
import fs from 'node:fs';
import path from 'node:path';
import { type CommandTable, commandTableFile } from '../src/bin/command-table.ts';
import { verbGroups, verbs } from '../src/bin/verbs.ts';

const table: CommandTable = {
  verbs: verbs.map((verb) => ({
    name: verb.name,
    about: verb.about,
    arguments: verb.arguments,
    options: verb.options,
    example: verb.example,
  })),
  groups: verbGroups,
};
const file = path.resolve(commandTableFile);
fs.writeFileSync(`${file}.new`, JSON.stringify(table));
// Renamed, so that a command that runs beside the build reads the old table or the new one.
fs.renameSync(`${file}.new`, file);
