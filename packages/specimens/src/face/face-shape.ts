import { seededRandom, type Random } from '../random.ts';

/** Properties of a drawn face that are the same in all pictures of the invented person. Lengths are in units of a 600 × 760 sheet. */
export interface FaceShape {
  sex: 'F' | 'M';
  skin: Rgb;
  hair: Rgb;
  iris: Rgb;
  lip: Rgb;
  clothes: Rgb;
  hairStyle: HairStyle;
  /** Half width at the cheekbones, at the jaw corner and at the chin. */
  cheek: number;
  jaw: number;
  chin: number;
  crownY: number;
  browY: number;
  eyeY: number;
  noseY: number;
  mouthY: number;
  chinY: number;
  /** Half the distance between the pupils, half the width and height of an eye, and its slant in units. */
  eyeX: number;
  eyeWidth: number;
  eyeHeight: number;
  eyeSlant: number;
  lidFold: number;
  browThickness: number;
  browArch: number;
  browSlant: number;
  /** Half width of the nose at the wings and at the bridge. */
  noseWing: number;
  noseBridge: number;
  noseTip: number;
  mouthWidth: number;
  upperLip: number;
  lowerLip: number;
  earSize: number;
  cheekDepth: number;
  /** From 0 (young) to 1 (old). */
  age: number;
  glasses: 'none' | 'round' | 'square' | 'thin';
  beard: 'none' | 'stubble' | 'full' | 'goatee' | 'moustache';
  freckles: number;
  mole: { x: number; y: number } | null;
}

/** Red, green and blue, 0–255. */
export type Rgb = readonly [number, number, number];

/** Style of the hair. */
export type HairStyle =
  | 'bald'
  | 'cropped'
  | 'short'
  | 'parted'
  | 'curly'
  | 'bob'
  | 'long'
  | 'tied'
  | 'fringe';

const skins: readonly Rgb[] = [
  [247, 218, 200],
  [240, 203, 180],
  [230, 188, 160],
  [217, 170, 138],
  [199, 148, 112],
  [172, 122, 88],
  [140, 96, 68],
  [108, 72, 52],
];
const darkHairs: readonly Rgb[] = [
  [28, 24, 24],
  [44, 32, 28],
  [64, 44, 34],
];
const lightHairs: readonly Rgb[] = [
  [92, 62, 40],
  [128, 90, 56],
  [176, 138, 88],
  [206, 176, 124],
  [148, 74, 42],
];
const greyHairs: readonly Rgb[] = [
  [150, 148, 146],
  [196, 194, 192],
  [118, 114, 112],
];
const irises: readonly Rgb[] = [
  [70, 46, 30],
  [92, 62, 38],
  [58, 40, 30],
  [96, 120, 134],
  [74, 108, 142],
  [98, 112, 78],
];
const clothes: readonly Rgb[] = [
  [52, 62, 82],
  [96, 42, 46],
  [58, 82, 66],
  [42, 42, 46],
  [132, 128, 120],
  [86, 78, 112],
];

/** Returns the face of an invented person. */
export function faceShape(seed: number): FaceShape {
  const random = seededRandom(seed, 'face');
  const sex = random.chance(0.5) ? 'F' : 'M';
  const age = Math.max(0, Math.min(1, 0.35 + random.bell() * 0.35));
  return {
    sex,
    age,
    ...colours(random, age),
    ...proportions(random, sex),
    ...wear(random, sex),
  };
}

function colours(random: Random, age: number): Pick<FaceShape, 'skin' | 'hair' | 'iris' | 'lip' | 'clothes'> {
  const tone = random.whole(0, skins.length - 1);
  const skin = skins[tone] ?? [230, 188, 160];
  const young = tone < 4 && random.chance(0.6) ? random.pick(lightHairs) : random.pick(darkHairs);
  const hair = age > 0.62 && random.chance(0.8) ? random.pick(greyHairs) : young;
  const iris = tone < 4 ? random.pick(irises) : random.pick(irises.slice(0, 3));
  const redness = random.between(0.5, 1);
  const lip: Rgb = [skin[0] * 0.84, skin[1] * (0.68 - 0.1 * redness), skin[2] * (0.72 - 0.08 * redness)];
  return { skin, hair, iris, lip, clothes: random.pick(clothes) };
}

type Proportions = Omit<
  FaceShape,
  | 'sex'
  | 'age'
  | 'skin'
  | 'hair'
  | 'iris'
  | 'lip'
  | 'clothes'
  | 'hairStyle'
  | 'glasses'
  | 'beard'
  | 'freckles'
  | 'mole'
>;

function proportions(random: Random, sex: 'F' | 'M'): Proportions {
  const male = sex === 'M' ? 1 : 0;
  const cheek = 158 + random.bell() * 15 + male * 6;
  const eyeY = 362 + random.bell() * 6;
  const mouthY = 510 + random.bell() * 8 + male * 4;
  const eyeHeight = 15 + random.bell() * 3.6 - male * 1.5;
  return {
    cheek,
    jaw: cheek * (0.78 + random.bell() * 0.06 + male * 0.04),
    chin: 58 + random.bell() * 14 + male * 10,
    crownY: 128 + random.bell() * 8,
    browY: eyeY - 44 - random.bell() * 6 + male * 4,
    eyeY,
    noseY: 452 + random.bell() * 9,
    mouthY,
    chinY: 604 + random.bell() * 12 + male * 6,
    eyeX: cheek * (0.445 + random.bell() * 0.022),
    eyeWidth: 34 + random.bell() * 3.6,
    eyeHeight,
    eyeSlant: random.bell() * 4.5,
    lidFold: 6 + random.between(0, 8),
    browThickness: 9 + random.bell() * 3 + male * 4,
    browArch: 10 + random.bell() * 6 - male * 3,
    browSlant: random.bell() * 5,
    noseWing: 32 + random.bell() * 6 + male * 4,
    noseBridge: 12 + random.bell() * 3 + male * 1.5,
    noseTip: random.bell() * 5,
    mouthWidth: 58 + random.bell() * 8,
    upperLip: 11 + random.bell() * 4 - male * 2,
    lowerLip: 16 + random.bell() * 4.5 - male * 2,
    earSize: 1 + random.bell() * 0.12,
    cheekDepth: random.between(0, 1),
  };
}

function wear(
  random: Random,
  sex: 'F' | 'M',
): Pick<FaceShape, 'hairStyle' | 'glasses' | 'beard' | 'freckles' | 'mole'> {
  const styles: readonly HairStyle[] =
    sex === 'M'
      ? ['bald', 'cropped', 'short', 'parted', 'curly', 'short', 'fringe']
      : ['bob', 'long', 'tied', 'fringe', 'curly', 'long', 'parted'];
  const hairStyle = random.pick(styles);
  const beards = ['none', 'none', 'stubble', 'full', 'goatee', 'moustache'] as const;
  const beard = sex === 'M' ? random.pick(beards) : 'none';
  const glasses = random.chance(0.2) ? random.pick(['round', 'square', 'thin'] as const) : 'none';
  const freckles = random.chance(0.15) ? random.between(0.3, 1) : 0;
  const mole = random.chance(0.25) ? { x: random.between(-100, 100), y: random.between(420, 560) } : null;
  return { hairStyle, glasses, beard, freckles, mole };
}
