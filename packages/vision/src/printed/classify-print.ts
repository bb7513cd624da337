import type { DocumentClass } from '@countersign/findings';
import { titleRules, type TitleRule } from './document-titles.ts';
import { findLabels, type FoundLabel } from './find-labels.ts';
import { commonLabels, type LabelRule } from './labels.ts';
import { withRowLabels } from './numbered-rows.ts';
import { allowedErrors, editDistance, plainLetters } from './plain-text.ts';
import { documentTemplates } from './templates/all-templates.ts';
import type { DocumentTemplate } from './templates/template.ts';
import type { TextRun } from './text-lines.ts';
import { stateMentioned } from './values/country-names.ts';

/** The type of a document, as shown by its titles and labels. */
export interface PrintClass {
  template: DocumentTemplate | null;
  documentClass: DocumentClass | null;
  /** Labels of the template, or the common ones if there is no template. */
  labels: FoundLabel[];
}

/** Share of a template's expected fields whose labels must be found, with and without one of its titles. */
const enough = { titled: 0.25, untitled: 0.75 };
/** Minimum number of labels for a document without a title. */
const fewestLabels = 3;

const titles: readonly { rule: LabelRule; title: TitleRule }[] = titleRules.map((title) => ({
  title,
  rule: { field: null, kind: 'text', labels: title.titles },
}));

/**
 * Classifies a document by the text printed on it.
 * @param shape width ÷ height of the document, which distinguishes documents with the same title and labels
 */
export function classifyPrint(runs: readonly TextRun[], shape: number): PrintClass {
  const printedTitles = titlesOf(runs);
  const state =
    runs.map(({ words }) => stateMentioned(words.map(({ text }) => text).join(' '))).find(Boolean) ?? null;
  const best = documentTemplates
    .map((template) => fitOf(template, { runs, printedTitles, state, shape }))
    .filter((fit) => fit !== null)
    .toSorted((a, b) => b.score - a.score)[0];
  if (best) {
    const { template, labels, share, titled } = best;
    const confidence = Math.min(0.97, 0.5 + 0.25 * share + (titled ? 0.22 : 0));
    return {
      template,
      labels: withRowLabels(template, withoutTitles(labels, printedTitles), runs),
      documentClass: {
        kind: template.kind,
        issuingState: template.state ?? state,
        confidence,
        source: 'printed',
      },
    };
  }
  return {
    template: null,
    labels: withoutTitles(findLabels(runs, commonLabels), printedTitles),
    documentClass: classOfTitles(printedTitles, state),
  };
}

/**
 * Removes labels found inside titles. A title may contain a word that is a label elsewhere ("residence" in "residence permit" does not
 * name an address), or may differ from a label by only a few letters ("identity card" and "identity card no").
 */
function withoutTitles(labels: readonly FoundLabel[], printedTitles: readonly PrintedTitle[]): FoundLabel[] {
  const isIn = (label: FoundLabel, { run, from, to, errors }: FoundLabel): boolean =>
    run === label.run &&
    from <= label.from &&
    label.to <= to &&
    (label.to - label.from < to - from || errors < label.errors);
  const found = printedTitles.map(({ label }) => label);
  const isPart = (label: FoundLabel): boolean => found.some((title) => isIn(label, title));
  const marks = found.filter((title) => labels.some((label) => isIn(label, title)));
  return [...labels.filter((label) => !isPart(label)), ...marks];
}

interface PrintedTitle extends TitleRule {
  letters: string;
  errors: number;
  /** Position of the title, in the form of a label that names no field. */
  label: FoundLabel;
}

function titlesOf(runs: readonly TextRun[]): PrintedTitle[] {
  return findLabels(
    runs,
    titles.map(({ rule }) => rule),
  ).flatMap((found) => {
    const title = titles.find(({ rule }) => rule === found.rule)?.title;
    const words = found.run.words.slice(found.from, found.to);
    const letters = plainLetters(words.map(({ text }) => text).join(''));
    return title ? [{ ...title, letters, errors: found.errors, label: found }] : [];
  });
}

function classOfTitles(printedTitles: readonly PrintedTitle[], state: string | null): DocumentClass | null {
  const [best] = printedTitles.toSorted((a, b) => b.weight - b.errors * 0.1 - (a.weight - a.errors * 0.1));
  if (!best) return null;
  const confidence = Math.max(0.3, best.weight - 0.1 * best.errors - 0.1);
  return { kind: best.kind, issuingState: best.state ?? state, confidence, source: 'printed' };
}

interface Fit {
  template: DocumentTemplate;
  labels: FoundLabel[];
  share: number;
  titled: boolean;
  score: number;
}

function fitOf(
  template: DocumentTemplate,
  {
    runs,
    printedTitles,
    state,
    shape,
  }: {
    runs: readonly TextRun[];
    printedTitles: readonly PrintedTitle[];
    state: string | null;
    shape: number;
  },
): Fit | null {
  // Utopia's documents look like those of other states; only the name of the state identifies them.
  if (template.state === 'UTO' && state !== 'UTO') return null;
  const spelt = template.titles.map(plainLetters);
  const titled = printedTitles.some(({ letters }) => spelt.some((title) => isNear(letters, title)));
  // A different title means a different document.
  if (!titled && printedTitles.length > 0) return null;
  const labels = findLabels(runs, [...template.labels, ...commonLabels]).map((label) =>
    ofWholeName(template, label),
  );
  const identifying = titled ? labels : labels.filter((label) => identifies(label, template));
  const fields = new Set(identifying.map(({ rule }) => rule.field));
  const found = template.expects.filter((field) => fields.has(field)).length;
  const share = found / template.expects.length;
  if (titled ? share < enough.titled : share < enough.untitled || found < fewestLabels) return null;
  const { width, height } = template.size;
  const score = share + (titled ? 0.5 : 0) + 0.02 * found - Math.abs(Math.log(shape / (width / height)));
  return { template, labels, share, titled, score };
}

/** If a document prints the name as a whole, a fragment of its label ("Nom" from "Nome e sobrenome") does not name a part of it. */
function ofWholeName({ labels }: DocumentTemplate, label: FoundLabel): FoundLabel {
  const whole = labels.find(({ field }) => field === 'fullName');
  const { field } = label.rule;
  return whole && (field === 'lastName' || field === 'firstName') ? { ...label, rule: whole } : label;
}

/** True for a label from the template itself that is more than a number; numbers occur on every document. */
function identifies({ rule, run, from, to }: FoundLabel, template: DocumentTemplate): boolean {
  const words = run.words.slice(from, to);
  return template.labels.includes(rule) && plainLetters(words.map(({ text }) => text).join('')).length >= 2;
}

function isNear(letters: string, title: string): boolean {
  const most = allowedErrors(title.length);
  return editDistance(letters, title, most) <= most;
}
