import type { Box } from '../picture/raster.ts';
import type { PrintClass } from './classify-print.ts';
import type { DocumentPlane } from './document-plane.ts';
import type { LocatedField } from './labelled-fields.ts';

/** Maximum distance, in millimetres, of a label from the template's position of its value to confirm the template's layout. */
const tolerance = { across: 4, down: 6 };
/** Number of labels that must match the template's positions before its other positions are trusted. */
const fewestConfirmed = 3;

/**
 * The fields that have a position in the template but no label on the page, provided that enough labels are in their expected
 * positions: a title alone does not show that the document has the template's layout.
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
