import type { Pixels } from '../capture/pixels.ts';
import { facePairs } from '../face/face-pairs.ts';
import { seededRandom } from '../random.ts';
import { cutBackdrop, drawBackdrop } from './backdrop.ts';
import { exposeFrame, exposeSelfie } from './expose-frame.ts';
import { planFilm, type FilmStep, type HeadPose, type PlannedFrame } from './film-plan.ts';
import { drawHeadSheet } from './head-sheet.ts';
import { renderFlat } from './render-flat.ts';
import { modelHead, renderHead, type HeadModel } from './render-head.ts';

/**
 * Attacks that a film can show. `still`: one picture repeated with small movements. `tilted-flat`: a print of the face, tilted as the
 * steps require. `replay`: a film of other steps. `jump`: another person takes over in the middle. `other-face`: the person who follows
 * the steps is not the one in the selfie.
 */
export const filmAttacks = ['none', 'still', 'tilted-flat', 'replay', 'jump', 'other-face'] as const;

/** One of `filmAttacks`. */
export type FilmAttack = (typeof filmAttacks)[number];

/** Describes the film to draw. */
export interface FilmOptions {
  /** Seed of the person, the room and the movements. */
  seed: number;
  steps: readonly FilmStep[];
  /** Number of frames (default 12), at least one more than there are steps. */
  frames?: number;
  /** Default `none`. */
  attack?: FilmAttack;
  /** Face in `jump` and `other-face`; by default the mismatch of `seed` in `facePairs`. */
  otherSeed?: number;
}

/** What the film shows, as opposed to what was requested. */
export interface FilmTruth {
  seed: number;
  attack: FilmAttack;
  requested: readonly FilmStep[];
  /** Steps shown in the film; none for a still picture. */
  shown: readonly FilmStep[];
  /** `seed` is the face in the frame; angles are in degrees, positive to the person's left and up; `size` is 1 at the start. */
  frames: { at: number; step: number | null; seed: number; pose: HeadPose }[];
}

/** A film of a drawn head, in the form that the hosted flow sends. */
export interface ChallengeFilm {
  /** Frames of 360 × 480 pixels and at most 15,000 bytes each; `at` is in milliseconds since the first. */
  frames: { at: number; jpeg: Buffer }[];
  /** Full-size picture from the same recording, 960 × 1280; with `other-face` of the person who should have been filmed. */
  selfie: Buffer;
  truth: FilmTruth;
}

const side = { width: 540, height: 720 } as const;
const selfieSide = { width: 960, height: 1280 } as const;
const margin = 45;

interface Shot extends PlannedFrame {
  seed: number;
}

/**
 * Draws a three-dimensional head that follows steps before a room, or an attack. The same options return the same bytes.
 * Drawn heads prove that the parts work together, but nothing about accuracy.
 * @throws RangeError when there are too few frames, or when no face is known to differ from that of the seed
 */
export async function challengeFilm(options: FilmOptions): Promise<ChallengeFilm> {
  const { seed, steps, frames = 12, attack = 'none' } = options;
  const shown = attack === 'replay' ? otherSteps(steps) : attack === 'still' ? [] : steps;
  const plan = planFilm(seed, attack === 'replay' ? shown : steps, frames);
  const shots = plan.map((frame, index): Shot => ({ ...frame, seed: faceOf(options, index / plan.length) }));
  const heads = await loadHeads([seed, ...shots.map((shot) => shot.seed)]);
  const backdrop = await drawBackdrop(seed, { ...side, margin });
  // A print is shown in a different place from where its picture was taken.
  const elsewhere =
    attack === 'tilted-flat' ? await drawBackdrop(seed + 7000, { ...side, margin }) : backdrop;
  const draw = drawerOf(attack, { shots, heads, backdrop, elsewhere });
  const pictures: ChallengeFilm['frames'] = [];
  for (const [index, shot] of shots.entries()) {
    const { look } = headOf(heads, shot.seed).sheet;
    const jpeg = await exposeFrame(draw(shot), { look, seed: seed * 100 + index });
    pictures.push({ at: shot.at, jpeg });
  }
  return {
    frames: pictures,
    selfie: await selfieOf(headOf(heads, seed), seed, shots[0]?.pose),
    truth: {
      seed,
      attack,
      requested: steps,
      shown,
      frames: shots.map(({ at, step, seed: face, pose }) => ({
        at,
        step,
        seed: face,
        pose: attack === 'still' ? (shots[0]?.pose ?? pose) : pose,
      })),
    },
  };
}

/** Returns the seed of the face in the frame at this share of the film. */
function faceOf({ seed, attack, otherSeed }: FilmOptions, share: number): number {
  if (attack !== 'other-face' && !(attack === 'jump' && share >= 0.5)) return seed;
  const pair = facePairs.find(
    ({ kind, portrait, selfie }) => kind === 'mismatch' && [portrait.seed, selfie.seed].includes(seed),
  );
  const other = otherSeed ?? (pair?.portrait.seed === seed ? pair.selfie.seed : pair?.portrait.seed);
  if (other === undefined) throw new RangeError('no face is known to differ from this one');
  return other;
}

/** Returns steps that differ from the given ones at every position. */
function otherSteps(steps: readonly FilmStep[]): FilmStep[] {
  const instead: Record<FilmStep, FilmStep> = {
    left: 'closer',
    right: 'left',
    up: 'right',
    closer: 'back',
    back: 'up',
  };
  return steps.map((step) => instead[step]);
}

type Heads = ReadonlyMap<number, HeadModel>;

async function loadHeads(seeds: readonly number[]): Promise<Heads> {
  const heads = new Map<number, HeadModel>();
  for (const seed of new Set(seeds))
    heads.set(seed, modelHead(await drawHeadSheet(seed, { variant: 1, scale: 0.8 })));
  return heads;
}

function headOf(heads: Heads, seed: number): HeadModel {
  const head = heads.get(seed);
  if (!head) throw new Error(`the head of seed ${seed} was not drawn`);
  return head;
}

function drawerOf(
  attack: FilmAttack,
  {
    shots,
    heads,
    backdrop,
    elsewhere,
  }: { shots: readonly Shot[]; heads: Heads; backdrop: Pixels; elsewhere: Pixels },
): (shot: Shot) => Pixels {
  const scale = side.width / 360;
  const behind = ({ shake: [x, y] }: Shot, room = backdrop): Pixels =>
    cutBackdrop(room, side, [x * scale * 0.8, y * scale * 0.8]);
  const live = (shot: Shot): Pixels =>
    renderHead(headOf(heads, shot.seed), behind(shot), {
      pose: shot.pose,
      shift: [shot.shake[0] * scale, shot.shake[1] * scale],
    });
  const [first] = shots;
  if (!first || (attack !== 'still' && attack !== 'tilted-flat')) return live;
  const picture = live(first);
  if (attack === 'tilted-flat') return (shot) => renderFlat(picture, behind(shot, elsewhere), shot);
  return (shot) => renderFlat(picture, behind(shot), { ...shot, pose: { ...first.pose, size: 1.3 } });
}

async function selfieOf(head: HeadModel, seed: number, pose: HeadPose | undefined): Promise<Buffer> {
  const backdrop = await drawBackdrop(seed, { ...selfieSide, margin: 0 });
  const calm: HeadPose = {
    yaw: (pose?.yaw ?? 0) * 0.5,
    pitch: (pose?.pitch ?? 0) * 0.5,
    roll: pose?.roll ?? 0,
    size: 1.04,
  };
  const picture = renderHead(head, backdrop, { pose: calm, shift: [0, 0] });
  return exposeSelfie(picture, {
    look: head.sheet.look,
    seed: seededRandom(seed, 'selfie').whole(1, 99_999),
  });
}
