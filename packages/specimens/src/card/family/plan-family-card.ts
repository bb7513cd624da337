import type { Person } from '../../people/person.ts';
import type { UtopianKind } from '../card-kinds.ts';
import { cardLayouts, type Box } from '../card-layout.ts';
import { cardFamily } from './card-family.ts';
import { drawFamily, familyFieldBox } from './draw-family.ts';
import { planFamily } from './plan-family.ts';

/** A side of a document of a family before rendering; lengths in millimetres. */
export interface FamilyCard {
  portrait: Box | null;
  ghost: Box | null;
  fields: { name: string; text: string; value: string; box: Box }[];
  draw: (faces: string) => string;
}

/** Places everything on one side. @param drawn `lines` of the zone; `seed` of paper and wear */
export function planFamilyCard(
  kind: UtopianKind,
  drawn: { person: Person; lines: string[]; family: number; seed: number },
): FamilyCard {
  const { person, lines, seed } = drawn;
  const family = cardFamily(drawn.family);
  const layout = cardLayouts[kind];
  const plan = planFamily(kind, layout, { person, family });
  return {
    portrait: plan.portrait,
    ghost: plan.ghost,
    fields: plan.fields.map(({ name, value, print }) => ({
      name,
      text: print.text,
      value,
      box: familyFieldBox(print, family),
    })),
    draw: (faces) => drawFamily(kind, layout, { seed, faces, lines, plan, family }),
  };
}
