import type { Box } from '../picture/raster.ts';
import type { PrintClass } from './classify-print.ts';
import type { DocumentPlane } from './document-plane.ts';
import type { LocatedField } from './labelled-fields.ts';

/** How far a label may be from where the template has its value, in millimetres, to confirm the template's arrangement. */
const tolerance = { across: 4, down: 6 };
/** So many labels must be where the template has them before its other places are believed. */
const fewestConfirmed = 3;

/**
 * The fields that a template places and no label names, once enough labels are where they should be: a title alone does not show
 * that a document is arranged as the template's is.
 */
export function placesOf(plane: DocumentPlane, { template, labels }: PrintClass): LocatedField[] {
  if (!template || template.places.length === 0) return [];
  const scale = plane.pixelsPerMm(template.size.width);
  const toPrint = ([x, y, width, height]: Box): Box => [
    x * scale + plane.margin,
    y * scale + plane.margin,
    width * scale,
    height * scale,
  ];
  const named = new Set(labels.map(({ rule }) => rule.field));
  const confirmed = template.places.filter(({ field, box }) => {
    const [x, y] = toPrint(box);
    return labels.some(
      (label) =>
        label.rule.field === field &&
        Math.abs(label.box[0] - x) <= tolerance.across * scale &&
        Math.abs(label.box[1] - y) <= tolerance.down * scale,
    );
  });
  if (confirmed.length < fewestConfirmed) return [];
  return template.places.flatMap(({ field, kind, box }): LocatedField[] =>
    named.has(field) ? [] : [{ field, kind, box: toPrint(box), value: null, hasWords: false }],
  );
}
