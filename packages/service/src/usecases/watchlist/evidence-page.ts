import type { SearchTerm } from '@countersign/contract';
import type { FoundHit } from '@countersign/core';
import { escapeHtml, escapeJson } from '../../runtime/escape-html.ts';
import type { Evidence, EvidenceDecision, EvidenceHit } from './screening-evidence.ts';
import type { EvidenceFile } from './sign-evidence.ts';

type Cell = string | number | boolean | null | undefined;

/** An empty cell shows that nothing is known. */
function shown(cell: Cell): string {
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  return cell === null || cell === undefined || cell === '' ? '–' : escapeHtml(String(cell));
}

const rowOf = (cells: readonly Cell[]): string =>
  `<tr>${cells.map((cell) => `<td>${shown(cell)}</td>`).join('')}</tr>`;

function table(caption: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body =
    rows.length === 0 ? `<tr><td colspan="${columns.length}">none</td></tr>` : rows.map(rowOf).join('\n');
  return `<table><caption>${escapeHtml(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`;
}

const facts = (rows: readonly (readonly [name: string, value: Cell])[]): string =>
  `<dl>${rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${shown(value)}</dd>`).join('')}</dl>`;

const heading = (level: 1 | 2 | 3, text: string): string => `<h${level}>${escapeHtml(text)}</h${level}>`;

const termFacts = (term: SearchTerm): [string, Cell][] => [
  ['Lists', term.lists.join(', ')],
  ['Match threshold', term.matchThreshold],
  ['Exact match', term.exactMatch],
  ['Countries that count', term.countries.join(', ') || 'all'],
  ['Deceased left out', term.excludeDeceased],
];

function subjectPart({ person, result, vendorData, endUserId }: Evidence): string {
  const { firstName, lastName, secondLastName, dateOfBirth, gender, countries, identifiers } = person;
  return [
    heading(2, 'Who was screened, and how'),
    facts([
      ['Name searched for', result.searchTerm.name],
      ['First name', firstName],
      ['Last name', [lastName, secondLastName].filter(Boolean).join(' ')],
      ['Date of birth', dateOfBirth],
      ['Gender', gender],
      ['Countries', countries.join(', ')],
      ['Numbers', identifiers.map(({ value, country = '' }) => `${value} ${country}`.trim()).join(', ')],
      ['vendorData', vendorData],
      ['endUserId', endUserId],
      ...termFacts(result.searchTerm),
    ]),
  ].join('\n');
}

function resultPart({ result: state, searches, comparedWith, hits }: Evidence): string {
  const kept = hits.filter(({ current }) => current).length;
  return [
    heading(2, 'Result'),
    facts([
      ['Status', state.reviewStatus],
      ['Hits', state.totalHits],
      ['Of these kept', kept],
      ['Found at', state.createdAt],
      ['Monitoring', state.monitorStatus || 'never'],
      ['Changes that nobody acknowledged', state.hasUnacknowledgedChanges],
      ['Last compared with lists', comparedWith],
    ]),
    table(
      'Searches that gave the result or changed it',
      ['Time', 'Result', 'Lists', 'Versions', 'Engine', 'Rules', 'Threshold', 'Hits', 'Kept, with score'],
      searches.map((search) => [
        search.at,
        search.checkType,
        search.snapshot,
        search.listsDigest.slice(0, 16),
        search.engine,
        search.config,
        search.term.matchThreshold,
        search.totalHits,
        search.hits.map(({ entityId, score }) => `${entityId} ${score}`).join(', '),
      ]),
    ),
  ].join('\n');
}

function listsPart({ lists: states, searches, result: { snapshot } }: Evidence): string {
  const columns = [
    'Source',
    'Version',
    'Published',
    'Taken over',
    'Confirmed',
    'Entities',
    'Unreadable',
    'SHA-256',
  ];
  const tables = states.map(({ snapshot: id, digest, sources }) => {
    const confirmed =
      searches.find((search) => search.snapshot === id && search.listsDigest === digest)?.confirmedAt ?? {};
    return table(
      `Lists ${id}, versions ${digest.slice(0, 16)}`,
      columns,
      sources.map((each) => [
        each.source,
        each.version,
        each.publishedAt,
        each.loadedAt,
        confirmed[each.source],
        each.entities,
        each.rejects,
        each.digest,
      ]),
    );
  });
  const isKnown = states.some((state) => state.snapshot === snapshot);
  const missing = isKnown
    ? ''
    : `<p>What ${shown(snapshot)} was made of was not recorded: an earlier release screened.</p>`;
  return [heading(2, 'Lists'), ...tables, missing].join('\n');
}

const listingTable = ({ listings }: FoundHit): string =>
  table(
    'Listings',
    ['List', 'Source', 'Programme', 'Date', 'Title', 'Text', 'Address'],
    listings.map(({ list, sourceName, programme, date, title, snippet, url }) => [
      list,
      sourceName,
      programme,
      date,
      title,
      snippet,
      url,
    ]),
  );

function evidenceTable({ explanation, score }: FoundHit): string {
  if (!explanation) return '<p>An earlier release found this hit without an explanation.</p>';
  const rows = explanation.evidence.map(({ field, subject: of, listed, relation, points }): Cell[] => [
    field,
    of,
    listed,
    relation.replaceAll('_', ' '),
    points,
  ]);
  return [
    `<p>${shown(explanation.summary)}</p>`,
    table(
      'Points that add up to the score',
      ['Field', 'Subject', 'Listed', 'Relation', 'Points'],
      [...rows, ['score', null, null, null, score]],
    ),
  ].join('\n');
}

const decisionRow = ({ at, actor, name, from, to, riskLevel, note, seen }: EvidenceDecision): Cell[] => [
  at,
  name === null ? actor : `${name} (${actor})`,
  from,
  riskLevel === null ? to : `${to}, ${riskLevel}`,
  note,
  `${seen.matchedName}, ${seen.score}, ${seen.listTypes.join(' ')}`,
];

function hitPart(hit: EvidenceHit): string {
  const { id, current, matchStatus, riskLevel, carriedFrom, found, decisions } = hit;
  return [
    heading(3, `${found.matchedName} (${found.entityId})`),
    facts([
      ['Hit', id],
      ['Decision', riskLevel === null ? matchStatus : `${matchStatus}, ${riskLevel}`],
      ['In the result', current],
      ['Score', found.score],
      ['Ways of matching', found.matchTypes.join(', ')],
      ['Other names', found.aka.join('; ')],
      ['Former ids', found.formerIds.join(', ')],
      ['Dates of birth', (found.birthDates ?? [found.birthDate]).join(', ')],
      ['Date of death', found.deathDate],
      ['Gender', found.gender],
      ['Countries', found.countryNames.join(', ')],
      ['Positions', found.positions.join('; ')],
      [
        'Decision taken from session',
        carriedFrom === null ? null : `${carriedFrom.sessionId}, ${carriedFrom.decidedAt}`,
      ],
    ]),
    listingTable(found),
    evidenceTable(found),
    table(
      'Decisions',
      ['Time', 'Who', 'From', 'To', 'Note', 'The hit as it was then'],
      decisions.map(decisionRow),
    ),
  ].join('\n');
}

function laterPart({ changes, log }: Evidence): string {
  return [
    heading(2, 'Later changes'),
    table(
      'What monitoring found',
      ['Time', 'Lists', 'Listed person', 'Change', 'As it was', 'Acknowledged'],
      changes.flatMap(({ at, snapshot, acknowledged, differences, former }) =>
        differences.map(({ entityId, kind }): Cell[] => {
          const before = former.find((found) => found.entityId === entityId);
          const was = before && `${before.matchedName}, ${before.score}, ${before.listTypes.join(' ')}`;
          return [at, snapshot, entityId, kind, was, acknowledged];
        }),
      ),
    ),
    table(
      'Audit log',
      ['Entry', 'Time', 'Who', 'Action', 'Details'],
      log.map(({ id, at, actor, name, action, details }) => [
        id,
        at,
        name === null ? actor : `${name} (${actor})`,
        action,
        JSON.stringify(details),
      ]),
    ),
  ].join('\n');
}

const style = `body{font:14px/1.45 system-ui,sans-serif;color:#111;max-width:70rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2rem;border-bottom:1px solid #999}h3{margin-top:1.6rem}
dl{display:grid;grid-template-columns:14rem 1fr;gap:.2rem 1rem}dt{color:#444}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.8rem 0}caption{text-align:left;font-weight:600;padding:.2rem 0}
th,td{border:1px solid #bbb;padding:.2rem .4rem;text-align:left;vertical-align:top}td{overflow-wrap:anywhere}
code{overflow-wrap:anywhere}@media print{body{margin:0;max-width:none;font-size:10px}h3,tr{break-inside:avoid}}`;

const block = { begin: '<script type="application/json" id="evidence">', end: '</script>' };

/** The signed file inside a page; `null` if the text is not such a page. */
export function fileInPage(page: string): string | null {
  const [, rest] = page.split(block.begin, 2);
  return rest?.split(block.end, 1)[0] ?? null;
}

/**
 * The evidence as a page to read and print, which also contains the signed file. It is self-contained, runs no scripts, and is in
 * English like the audit log. The same file gives the same page within a release.
 */
export function evidencePage(file: EvidenceFile): string {
  const { evidence, digest, publicKey, signature } = file;
  const { sessionId, attemptId, integrationId, madeAt, madeBy, hits, notesWithheld } = evidence;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<meta name="viewport" content="width=device-width"><title>Screening of session ${shown(sessionId)}</title>`,
    `<style>${style}</style></head><body><main>`,
    heading(1, 'Evidence of a watchlist screening'),
    facts([
      ['Session', sessionId],
      ['Attempt', attemptId],
      ['Integration', integrationId],
      ['Made at', madeAt],
      ['Made by', madeBy],
      ...(notesWithheld ? [['Notes', 'left out: whoever made this may not read them'] as const] : []),
    ]),
    subjectPart(evidence),
    resultPart(evidence),
    listsPart(evidence),
    heading(2, 'Hits'),
    hits.length === 0 ? '<p>None.</p>' : hits.map(hitPart).join('\n'),
    laterPart(evidence),
    heading(2, 'Verification'),
    '<p>The page holds what it shows as signed data. “hits verify” verifies the data, and that the page shows nothing else.</p>',
    facts([
      ['SHA-256', digest],
      ['Signature, Ed25519', signature],
      ['Public key', publicKey],
    ]),
    `</main>${block.begin}${escapeJson(file)}${block.end}</body></html>`,
    '',
  ].join('\n');
}
