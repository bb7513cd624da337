// Writes every verb of the command line as data beside the program, from which command lines are read and help is printed without
// loading the service.
import fs from 'node:fs';
import path from 'node:path';
import { commandTableFile } from '../src/bin/command-table.ts';
import { commandTable } from '../src/bin/verbs.ts';

const file = path.join(import.meta.dirname, commandTableFile);
fs.writeFileSync(`${file}.new`, JSON.stringify(commandTable));
// Renamed, so that a command that runs beside the build reads the old table or the new one.
fs.renameSync(`${file}.new`, file);
