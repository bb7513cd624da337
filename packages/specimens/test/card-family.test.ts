import { describe, expect, it } from 'vitest';
import { cardFamily, familyCount } from '../src/card/family/card-family.ts';
import { planFamilyCard } from '../src/card/family/plan-family-card.ts';
import { cardLayouts } from '../src/card/card-layout.ts';
import { drawCard } from '../src/card/draw-card.ts';
import { inventPerson } from '../src/people/invent-person.ts';

const all = Array.from({ length: familyCount }, (_, family) => cardFamily(family));
const halves = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)];
const kinds = ['td3', 'td1-front', 'td1-back', 'td2', 'mrva', 'mrvb'] as const;

describe('families of documents', () => {
  it('are 48, and no two are alike', () => {
    expect(familyCount).toBe(48);
    expect(new Set(all.map((family) => JSON.stringify(family))).size).toBe(48);
  });

  it.each([
    ['labels', 6],
    ['valueFace', 14],
    ['labelFace', 14],
    ['dates', 7],
  ] as const)('have every choice of %s among those for tuning and those for reporting', (choice, count) => {
    for (const half of halves) expect(new Set(half.map((family) => family[choice])).size).toBe(count);
  });

  it('label in 12 languages, in each half', () => {
    for (const half of halves) expect(new Set(half.map(({ languages: [first] }) => first)).size).toBe(12);
  });

  it('print every field on the card, clear of its edges, its portrait and its zone', () => {
    for (const [family] of all.entries())
      for (const kind of kinds) {
        const { width, height, mrz } = cardLayouts[kind];
        const zoneTop = (mrz?.baseLines[0] ?? height + 2.75) - 2.75;
        const drawn = { person: inventPerson(family), lines: [], family, seed: family };
        const { fields, portrait } = planFamilyCard(kind, drawn);
        expect(fields.length).toBeGreaterThanOrEqual(3);
        for (const { box } of fields) {
          const [x, y, wide, high] = box;
          expect(x).toBeGreaterThan(3);
          expect(x + wide).toBeLessThan(width - 1);
          expect(y + high).toBeLessThan(zoneTop);
          if (portrait) expect(x + wide < portrait[0] || x > portrait[0] + portrait[2]).toBe(true);
        }
      }
  });

  it('print dates, numbers and names in the form of the family', async () => {
    const person = inventPerson(7, { changes: { birthDate: '1986-03-15', documentNumber: 'AB1234567' } });
    const printed = async (family: number) => {
      const { truth } = await drawCard({ kind: 'td2', person, portraitSeed: 7, family, pixelsPerMm: 4 });
      const { birthDate, number } = truth.fields;
      return [birthDate?.text, birthDate?.value, number?.text, number?.value];
    };
    expect(await printed(0)).toEqual(['15 MAR 1986', '1986-03-15', 'AB1 234 567', 'AB1234567']);
    expect(await printed(11)).toEqual(['15 MAR/MARS 1986', '1986-03-15', 'AB1 234 567', 'AB1234567']);
  });

  it.each([-1, 48, 0.5])('are whole numbers below 48, not %d', (family) => {
    expect(() => cardFamily(family)).toThrow(`family: must be a whole number from 0 to 47, not ${family}`);
  });

  it('are not for cards with a design of their own', async () => {
    const person = inventPerson(1, { culture: 'us' });
    await expect(drawCard({ kind: 'us-licence-front', person, portraitSeed: 1, family: 3 })).rejects.toThrow(
      'family: must not be given for us-licence-front, which has a design of its own',
    );
  });
});
