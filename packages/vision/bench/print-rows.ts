import { compareFamilies, type FamilyDocument } from './families.ts';
import { measureAgreement, type AgreementPolicy } from './agreement.ts';
import { measurePrinted } from './printed.ts';
import { measurePublished, type PublishPolicy } from './published.ts';
import { cpu, share, sum, type VisionRow } from './vision-row.ts';

/** Measures the words and fields that both text engines read. */
export async function printedRows(seeds: number): Promise<VisionRow[]> {
  const rows = await measurePrinted({ seeds });
  return rows.flatMap(({ engine, captures, words, found, fields, right, wrong, cpuMs }) => [
    share({
      figure: `print: words of fields, typical, ${engine}`,
      right: found,
      of: words,
      goal: { least: 97 },
      note: `${captures} captures, CPU ${cpuMs} ms`,
    }),
    share({ figure: `print: fields with the right value, ${engine}`, right, of: fields }),
    share({
      figure: `print: fields surely given and wrong, ${engine}`,
      right: wrong,
      of: fields,
      note: 'confidence from 0.6; print never overrides zone or code',
    }),
  ]);
}

/** Measures the agreement of print with zone and code. */
export async function agreementRows(judge: AgreementPolicy, seeds: number): Promise<VisionRow[]> {
  const rows = await measureAgreement(judge, { seeds });
  const honest = rows.filter(({ forgery }) => forgery === null);
  const times = rows.flatMap(({ cpuMs }) => cpuMs).toSorted((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(part * (times.length - 1))] ?? NaN;
  return [
    share({
      figure: 'print compared: values contradicted on honest documents',
      right: sum(honest.map(({ contradicted }) => contradicted)),
      of: sum(honest.map(({ claims }) => claims)),
      goal: { most: 0.1 },
    }),
    share({
      figure: 'print compared: honest documents not approved for it',
      right: sum(honest.map(({ stopped }) => stopped)),
      of: sum(honest.map(({ documents }) => documents)),
      goal: { most: 0.1 },
    }),
    ...honest.map(({ condition, found, claims, unread, failed }) =>
      share({
        figure: `print compared: values found, ${condition}`,
        right: found,
        of: claims,
        note: `${unread} documents without a zone or code that was read, ${failed} on which the engine failed`,
      }),
    ),
    ...rows.flatMap(({ forgery, stopped, declined, documents }) =>
      forgery === null
        ? []
        : [
            share({
              figure: `print compared: forged zone stopped, ${forgery}`,
              right: stopped,
              of: documents,
              goal: forgery === 'person' ? { least: 95 } : {},
              note: `${declined} declined, the others asked for again`,
            }),
          ],
    ),
    cpu('print of a document read and compared, p50', at(0.5)),
    cpu('print of a document read and compared, p95', at(0.95)),
  ];
}

/** First of the seeds that were not used to choose the limits. */
const firstReportedSeed = 20;

/** Measures the same on documents of other issuers. */
export async function familyRows(judge: AgreementPolicy, seeds: number): Promise<VisionRow[]> {
  const documents: FamilyDocument[] = [];
  for await (const document of compareFamilies(judge, { seeds })) documents.push(document);
  const compared = documents.filter(({ outcome }) => outcome === 'compared');
  const honest = compared.filter(({ forgery }) => forgery === null);
  const ends = (list: readonly FamilyDocument[], state: string): number =>
    sum(list.map(({ states }) => states.filter((each) => each.endsWith(` ${state}`)).length));
  const claims = (list: readonly FamilyDocument[]): number => sum(list.map(({ states }) => states.length));
  const found = (figure: string, list: readonly FamilyDocument[]): VisionRow =>
    share({ figure: `other issuers: values found, ${figure}`, right: ends(list, 'found'), of: claims(list) });
  const read = honest.map((document) => document.read);
  const given = sum(read.map(({ right, wrong }) => right.length + wrong.length));
  const by = (key: 'labels' | 'condition') =>
    [...new Set(honest.map((document) => document[key]))].map((name) =>
      found(
        `${key === 'labels' ? 'labels ' : ''}${name}`,
        honest.filter((document) => document[key] === name),
      ),
    );
  return [
    found('all', honest),
    ...by('condition'),
    ...by('labels'),
    share({
      figure: 'other issuers: values contradicted on honest documents',
      right: ends(honest, 'contradicts'),
      of: claims(honest),
      goal: { most: 0.1 },
    }),
    share({
      figure: 'other issuers: honest documents not approved for it',
      right: honest.filter(({ verdict }) => verdict !== null).length,
      of: honest.length,
      goal: { most: 0.1 },
      note: `${documents.length - compared.length} of ${documents.length} documents not compared: zone not read, or engine failed`,
    }),
    ...[...new Set(compared.flatMap(({ forgery }) => forgery ?? []))].map((forgery) => {
      const forged = compared.filter((document) => document.forgery === forgery);
      return share({
        figure: `other issuers: forged zone stopped, ${forgery}`,
        right: forged.filter(({ verdict }) => verdict !== null).length,
        of: forged.length,
        goal: forgery === 'person' ? { least: 95 } : {},
        note: `${forged.filter(({ verdict }) => verdict === 'declined').length} declined`,
      });
    }),
    share({
      figure: 'other issuers: fields read by their labels',
      right: sum(read.map(({ right }) => right.length)),
      of: sum(read.map(({ shown }) => shown)),
    }),
    share({
      figure: 'other issuers: fields read by their labels with confidence, right',
      right: sum(read.map(({ right }) => right.length)),
      of: given,
    }),
  ];
}

/** Measures what decisions publish about documents. */
export async function publishedRows(publish: PublishPolicy, quick: boolean): Promise<VisionRow[]> {
  const all = await measurePublished(publish, {
    seeds: quick ? 1 : 3,
    firstSeed: firstReportedSeed,
    ...(quick ? { conditions: ['typical', 'dim'] } : {}),
  });
  return [false, true].flatMap((declared) => {
    const rows = all.filter((row) => row.declared === declared);
    const circumstances = declared ? 'name and birth date sent' : 'nothing sent';
    const figure = `published fields right, ${circumstances}`;
    const published = sum(rows.map((row) => row.published));
    const wrong = rows.flatMap((row) => row.wrong);
    return [
      share({
        figure,
        right: sum(rows.map(({ right }) => right)),
        of: published,
        goal: { least: 99.5 },
        note: wrong.length === 0 ? 'none wrong' : `${wrong.length} wrong, listed below by member`,
      }),
      share({
        figure: `fields of the document published, ${circumstances}`,
        right: published,
        of: sum(rows.map(({ shown }) => shown)),
      }),
      ...rows.map(({ member, right, published: of, wrong: values }) =>
        share({
          figure: `${figure}: ${member}`,
          right,
          of,
          ...(values.length > 0 ? { note: values.join('; ') } : {}),
        }),
      ),
    ];
  });
}
