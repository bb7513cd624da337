import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CountersignClient, CountersignError, type Media } from '@countersign/client';
import { type CommandInput, isGiven, nearest, UsageError } from '@countersign/command-line';
import { uploadContexts } from '@countersign/contract';
import { accessOption, apiFailure, overApi, wholeSessionId } from '../call-api.ts';
import { type CommandResult, type ConfigCommand, done, exampleId, identifier } from '../command.ts';
import { errorCode } from '../../runtime/error-code.ts';

/** The verb on pictures. */
export const mediaCommands: readonly ConfigCommand[] = [
  {
    name: 'media upload',
    about:
      'uploads the pictures of a folder over the API; each file is named after its context, such as document-front.jpg, face.png or face-2.png',
    arguments: ['SESSION', 'FOLDER'],
    notes: { SESSION: wholeSessionId },
    options: {
      submit: { type: 'boolean', about: 'submits the session when all pictures are uploaded' },
      access: accessOption,
    },
    example: `media upload ${exampleId.session} person --submit`,
    runAlone: async (config, input) => {
      const sessionId = identifier(input, 0);
      const pictures = await picturesIn(input.positionals[1] ?? '');
      return overApi(config, input, (client) => upload(client, input, { sessionId, ...pictures }));
    },
  },
];

interface Picture {
  /** Path as given, for people. */
  file: string;
  context: Media['context'];
}

interface Folder {
  pictures: Picture[];
  /** Names of files that are not pictures. */
  others: string[];
}

async function upload(
  client: CountersignClient,
  input: CommandInput,
  { sessionId, pictures, others }: Folder & { sessionId: string },
): Promise<CommandResult> {
  const uploaded: { file: string; context: string; mediaId: string; bytes: number }[] = [];
  for (const { file, context } of pictures) {
    try {
      const { image } = await client.uploadMedia(sessionId, { context, content: await readFile(file) });
      uploaded.push({ file, context, mediaId: image.id, bytes: image.size });
    } catch (error) {
      if (!(error instanceof CountersignError)) throw error;
      return stoppedAt(file, error, uploaded.length);
    }
  }
  const isSubmitted = isGiven(input, 'submit');
  if (isSubmitted) await client.submitSession(sessionId);
  const output = { sessionId, submitted: isSubmitted, media: uploaded };
  return done(output, others.length === 0 ? undefined : `not pictures, skipped:  ${others.join(', ')}`);
}

function stoppedAt(file: string, error: CountersignError, before: number): CommandResult {
  const failure = apiFailure(error);
  const rest =
    before === 0 ? '' : `\n${before} uploaded before it; repeating the command does not change them`;
  return { ...failure, note: `${file}: ${failure.note}${rest}` };
}

const pictureEndings = ['.jpg', '.jpeg', '.png', '.webp'];
/** Pictures in formats that the API does not accept: if skipped silently, they would be missed later. */
const otherPictures = ['.heic', '.heif', '.avif', '.gif', '.bmp', '.tif', '.tiff', '.jfif', '.pdf'];

/** The pictures of a folder, sorted by name; all names are validated before anything is sent. @throws UsageError */
async function picturesIn(folder: string): Promise<Folder> {
  const names = await namesIn(folder);
  const isPicture = (name: string) =>
    [...pictureEndings, ...otherPictures].includes(path.extname(name).toLowerCase());
  const pictures = names.filter(isPicture).map((name) => pictureOf(folder, name));
  if (pictures.length === 0)
    throw new UsageError(`${folder}: must have a picture, such as document-front.jpg or face.png`);
  return { pictures, others: names.filter((name) => !isPicture(name)) };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted();
  } catch (error) {
    throw new UsageError(`${folder}: must be a folder that can be read (${errorCode(error)})`);
  }
}

function pictureOf(folder: string, name: string): Picture {
  const file = path.join(folder, name);
  const ending = path.extname(name);
  if (!pictureEndings.includes(ending.toLowerCase()))
    throw new UsageError(`${file}: must be JPEG, PNG or WebP, ending in ${pictureEndings.join(', ')}`);
  const base = path.basename(name, ending).toLowerCase().replace(/-\d+$/, '');
  const context = uploadContexts.find((known) => known === base);
  if (context === undefined) {
    const meant = nearest(base, [...uploadContexts]);
    const hint = meant === null ? '' : `; did you mean ${meant}${ending}?`;
    throw new UsageError(`${file}: must be named after one of ${uploadContexts.join(', ')}${hint}`);
  }
  return { file, context };
}
