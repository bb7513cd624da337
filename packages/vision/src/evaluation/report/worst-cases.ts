import { grouped } from '../truth/grouped.ts';
import { acceptedFrom, reviewedFrom } from '../truth/measure-rows.ts';
import type { FieldOutcome, FilmOutcome, Outcomes, PairOutcome } from '../truth/outcomes.ts';
import { escapeHtml } from './html.ts';
import { thumbnail } from './thumbnail.ts';

/** Maximum number of cases of each kind, so that a page about many pairs stays small. */
const shownOfEach = 12;

/** One case as shown on the page. */
interface ShownCase {
  title: string;
  /** HTML. */
  text: string;
  /** Files shown as thumbnails. */
  pictures: readonly string[];
}

/** A heading, what its cases have in common, and the cases. */
interface CaseGroup {
  title: string;
  about: string;
  cases: readonly ShownCase[];
}

/** The worst cases: misread fields, pairs with the most wrong scores, and misjudged films. */
export async function worstCases(outcomes: Outcomes): Promise<string> {
  const groups = groupsOf(outcomes).filter(({ cases }) => cases.length > 0);
  if (groups.length === 0) return '<p>No case went wrong.</p>';
  const seen = new Map<string, Promise<string | null>>();
  // One document may occur in many of the pairs.
  const shrink = (file: string): Promise<string | null> => {
    const small = seen.get(file) ?? thumbnail(file);
    seen.set(file, small);
    return small;
  };
  const parts: string[] = [];
  for (const { title, about, cases } of groups) {
    const cards = await Promise.all(cases.map((each) => caseCard(each, shrink)));
    parts.push(`<h3>${title}</h3><p>${about}</p><ul class="cases">${cards.join('\n')}</ul>`);
  }
  return parts.join('\n');
}

function groupsOf({ fields, pairs, films }: Outcomes): CaseGroup[] {
  return [
    {
      title: 'Documents with a field read wrong',
      about: 'Those with the most wrong fields first.',
      cases: wrongDocuments(fields),
    },
    {
      title: 'The same person, lowest scores',
      about: `Scores below ${acceptedFrom} with which the built-in settings would not approve.`,
      cases: wrongPairs(pairs, true),
    },
    {
      title: 'Different people, highest scores',
      about: `Scores of ${reviewedFrom} and above with which the built-in settings would not decline.`,
      cases: wrongPairs(pairs, false),
    },
    {
      title: 'Selfies and films judged wrong',
      about:
        'Genuine ones with a sign of a copy or without the steps, and copies without a sign that followed every step.',
      cases: wrongFilms(films),
    },
  ];
}

function wrongDocuments(fields: readonly FieldOutcome[]): ShownCase[] {
  const wrong = grouped(
    fields.filter(({ reading }) => reading === 'wrong'),
    ({ document }) => document,
  );
  return [...wrong]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, shownOfEach)
    .map(([document, own]) => ({
      title: document.id,
      text: `<dl>${own.map(fieldLine).join('')}</dl>`,
      pictures: document.images,
    }));
}

function fieldLine({ field, read, source, expected }: FieldOutcome): string {
  const right = expected === null ? 'not on the document' : expected.map(escapeHtml).join(' or ');
  return `<dt>${escapeHtml(field)}</dt><dd>read <b>${escapeHtml(read ?? '')}</b> (${escapeHtml(source ?? '')}), right: ${right}</dd>`;
}

function wrongPairs(pairs: readonly PairOutcome[], same: boolean): ShownCase[] {
  const isWrong = (score: number): boolean => (same ? score < acceptedFrom : score >= reviewedFrom);
  const score = (each: PairOutcome): number => each.score ?? 0;
  return pairs
    .filter((each) => each.pair.same === same && each.score !== null && isWrong(each.score))
    .toSorted((a, b) => (same ? score(a) - score(b) : score(b) - score(a)))
    .slice(0, shownOfEach)
    .map((each) => ({
      title: each.pair.id,
      text: `<p>score <b>${score(each).toFixed(1)}</b>, distance ${(each.distance ?? 0).toFixed(3)}</p>`,
      pictures: [each.pair.a, each.pair.b],
    }));
}

function wrongFilms(films: readonly FilmOutcome[]): ShownCase[] {
  const passes = ({ examined, signs, followed }: FilmOutcome): boolean =>
    examined && signs.length === 0 && followed !== false;
  return films
    .filter((each) => passes(each) !== each.film.genuine)
    .slice(0, shownOfEach)
    .map(({ film, examined, signs, followed }) => ({
      title: film.id,
      text: `<p>${film.genuine ? 'genuine' : 'copy or attack'}: ${[
        examined ? (signs.length > 0 ? signs.map(escapeHtml).join(', ') : 'no sign') : 'not examined',
        ...(followed === null ? [] : [followed ? 'steps followed' : 'steps not followed']),
      ].join(', ')}</p>`,
      pictures: film.images.slice(0, 4),
    }));
}

async function caseCard(
  { title, text, pictures }: ShownCase,
  shrink: (file: string) => Promise<string | null>,
): Promise<string> {
  const shown = await Promise.all(
    pictures.map(async (file, index) => {
      const address = await shrink(file);
      const alt = escapeHtml(`${title}, picture ${index + 1}`);
      return address === null
        ? `<span class="none">picture ${index + 1} cannot be opened</span>`
        : `<img src="${address}" alt="${alt}">`;
    }),
  );
  return `<li><h4>${escapeHtml(title)}</h4><div class="pictures">${shown.join('')}</div>${text}</li>`;
}
