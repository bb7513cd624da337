import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');

/** Commands of a page that are played, and the output that the page has of them; `null`: it shows none. */
export interface PlayedStep {
  commands: string[];
  output: string | null;
}

/** What a page tells its reader to run: every block `sh`, with the block `text` right behind it. @param page below `docs/guides` */
export const stepsOf = (page: string): PlayedStep[] =>
  [
    ...fs
      .readFileSync(path.join(root, 'docs/guides', page), 'utf8')
      .matchAll(/^```sh\n([^]*?)\n```(?:\n\n```text\n([^]*?)```)?$/gm),
  ].map(([, commands = '', output]) => ({ commands: commands.split('\n'), output: output ?? null }));

/** Output without what differs from run to run. @param place directory that takes the place of `/` */
export const shortened = (text: string, place: string): string =>
  text
    .replaceAll(place, '')
    .replaceAll('\r', '')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/csk_[\w-]+/g, '<secret>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/\b(files|bytes|heldSeconds|ageSeconds)( +)[\d.]+/g, '$1$2<n>')
    // Of the release at hand: a page is not recorded anew with every migration.
    .replaceAll(/\bschema( +)\d{4}_\w+/g, 'schema$1<migration>')
    // Columns are as wide as what is in them.
    .replaceAll(/ {2,}/g, '  ')
    .replaceAll(/ +$/gm, '');
