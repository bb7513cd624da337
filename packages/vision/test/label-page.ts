import { classifyPrint } from '../src/printed/classify-print.ts';
import { fieldsOfLabels } from '../src/printed/labelled-fields.ts';
import type { TextWord } from '../src/printed/text-engine.ts';
import { partedAtLabels, partedAtNumbers, runsOf } from '../src/printed/text-lines.ts';

/** A page as rows of text; words stand at the column where they are written, ten pixels a character, thirty a row. */
export function page(...rows: string[]): TextWord[] {
  return rows.flatMap((row, line) =>
    [...row.matchAll(/\S+/g)].map(({ 0: text, index }): TextWord => {
      return { text, confidence: 0.95, box: [index * 10, line * 30, text.length * 10, 18] };
    }),
  );
}

export const context = { today: '2026-11-20', dateOrder: 'dmy' } as const;

/** What labels give on such a page. */
export function read(...rows: string[]) {
  const runs = runsOf(partedAtLabels(partedAtNumbers(page(...rows))));
  const print = classifyPrint(runs, 1.42);
  const dateOrder = print.template?.dateOrder ?? 'dmy';
  const fields = fieldsOfLabels(print.labels, runs, { ...context, dateOrder });
  return {
    template: print.template?.id ?? null,
    documentClass: print.documentClass,
    fields: Object.fromEntries(fields.map(({ field, value }) => [field, value?.value ?? null])),
  };
}
