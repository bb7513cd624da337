import { namedCases, type NamedCase } from '../cases/named-cases.ts';
import type { DocumentKind, SpecimenCase } from '../cases/specimen-case.ts';
import type { ZipEntry } from './write-zip.ts';

/** Documents of the pack, by folder. */
const packDocuments = {
  passport: 'td3',
  'id-card': 'td1',
  licence: 'us-licence',
  ine: 'mx-ine',
  cedula: 'co-yellow',
} as const satisfies Record<string, DocumentKind>;

/** Variants of a person in the pack, valid or faulty, by subfolder of the document's folder. */
const packStates = {
  good: 'approvedPerson',
  blurred: 'blurredDocument',
  expired: 'expiredDocument',
  forged: 'forgedZone',
  'other-person': 'lookAlike',
} as const satisfies Record<string, NamedCase>;

/** One person of the pack. */
export interface PackPlace {
  document: keyof typeof packDocuments;
  state: keyof typeof packStates;
}

/** Every person of the pack, ordered by document. */
export const packPlaces: readonly PackPlace[] = (
  Object.keys(packDocuments) as PackPlace['document'][]
).flatMap((document) =>
  (Object.keys(packStates) as PackPlace['state'][]).map((state) => ({ document, state })),
);

/** Draws one person of the pack. The same place returns the same bytes. */
export const drawPlace = ({ document, state }: PackPlace): Promise<SpecimenCase> =>
  namedCases[packStates[state]]({ kind: packDocuments[document] });

/** Returns the pictures of a drawn person as files of the archive. */
export function packEntries({ document, state }: PackPlace, { pictures }: SpecimenCase): ZipEntry[] {
  return pictures.map(({ context, bytes }) => ({ name: `${document}/${state}/${context}.jpg`, bytes }));
}

/** The file that explains the archive. */
export const packReadme: ZipEntry = {
  name: 'README.txt',
  bytes: Buffer.from(
    [
      'Drawn documents and faces of people who do not exist, to be sent to a test integration.',
      '',
      'DOCUMENT/STATE/CONTEXT.jpg: upload each picture of a folder with the context that it is named after, then submit.',
      'What comes of each folder is in the documents of your installation, at /docs/sandbox#the-specimen-pack.',
      '',
    ].join('\n'),
  ),
};
