import { isCalibration, type Calibration } from './calibration.ts';
import { DeclaredFields } from './declared-fields.ts';

/** The network's input format: planar, one picture per run, (value − mean) × scale. */
export interface SlotInput {
  width: number;
  height: number;
  /** Order of the planes and of `mean`. */
  colour: 'rgb' | 'bgr';
  mean: readonly number[];
  scale: number;
}

/** A network's expected output for a known input. */
export interface SelfTest {
  /** Seed of the noise. */
  seed: number;
  /** File beside the declaration: JSON array of the network's output, before any normalisation. */
  output: string;
}

/** Members common to descriptor and presentation-attack slots. */
interface SlotFile {
  id: string;
  /** The network, an ONNX file beside the declaration. */
  file: string;
  /** Hex digest of the network file. */
  sha256: string;
  licence: string;
  input: SlotInput;
  selfTest: readonly SelfTest[];
  /** The operator's own measurements, as written; not used by any code. */
  measured: Readonly<Record<string, unknown>>;
}

/** x, y in the network's input, relative to the centre of its first pixel. */
export type TemplatePoint = readonly [x: number, y: number];

/** An operator's descriptor network. */
export interface DescriptorDeclaration extends SlotFile {
  kind: 'descriptor';
  /** Target positions of the eyes (the one on the left of the picture first) and of the midpoint between the corners of the mouth. */
  alignment: { eyes: readonly [TemplatePoint, TemplatePoint]; mouth: TemplatePoint };
  /** Whether descriptors are the mean over the face and its mirror image. */
  mirrorMean: boolean;
  output: { length: number; normalise: boolean; metric: DescriptorMetric };
  calibration: Calibration;
}

/** How two descriptors are compared; smaller means more alike for both. */
export type DescriptorMetric = 'cosine-distance' | 'euclidean';

/** An operator's presentation-attack network. */
export interface PadDeclaration extends SlotFile {
  kind: 'pad';
  crop: {
    /** Side of the square passed to the network, in widths of the face. */
    scale: number;
  };
  output: {
    length: number;
    /** Index of the output for attacks. */
    index: number;
    activation: 'softmax' | 'sigmoid' | 'none';
    /** Whether a high or a low value indicates an attack. */
    attack: 'high' | 'low';
  };
}

export type SlotDeclaration = DescriptorDeclaration | PadDeclaration;

/**
 * Parses a slot's declaration strictly: all members must be present, and none unknown.
 * @param where file name for error messages
 * @throws Error that names the invalid member
 */
export function parseSlotDeclaration(value: unknown, where: string): SlotDeclaration {
  const fields = new DeclaredFields(value, where);
  const kind = fields.oneOf('kind', ['descriptor', 'pad'] as const);
  const common = {
    id: fields.text('id', /^[a-z0-9][a-z0-9._-]{0,63}$/),
    file: fields.text('file', /^[^/\\]+\.onnx$/),
    sha256: fields.text('sha256', /^[0-9a-f]{64}$/),
    licence: fields.text('licence', /\S/),
    input: parseInput(fields.inner('input')),
    selfTest: fields.list('selfTest').map(parseSelfTest),
    measured: fields.record('measured'),
  };
  if (common.selfTest.length === 0) fields.fail('selfTest', 'needs at least one entry');
  if (common.id.startsWith('builtin-')) fields.fail('id', 'may not start with builtin-');
  const declaration = kind === 'descriptor' ? descriptorOf(fields, common) : padOf(fields, common);
  fields.refuseOthers();
  return declaration;
}

function descriptorOf(fields: DeclaredFields, common: SlotFile): DescriptorDeclaration {
  const alignment = fields.inner('alignment');
  const output = fields.inner('output');
  const calibration = fields.any('calibration');
  if (!isCalibration(calibration)) {
    fields.fail('calibration', 'needs rising distances with strictly falling scores from 0 to 100');
  }
  const declaration = {
    ...common,
    kind: 'descriptor' as const,
    alignment: {
      eyes: alignment.twoPoints('eyes'),
      mouth: alignment.point('mouth'),
    },
    mirrorMean: fields.flag('mirrorMean'),
    output: {
      length: output.whole('length', { from: 1, to: 65_536 }),
      normalise: output.flag('normalise'),
      metric: output.oneOf('metric', ['cosine-distance', 'euclidean'] as const),
    },
    calibration,
  };
  for (const inner of [alignment, output]) inner.refuseOthers();
  return declaration;
}

function padOf(fields: DeclaredFields, common: SlotFile): PadDeclaration {
  const crop = fields.inner('crop');
  const output = fields.inner('output');
  const length = output.whole('length', { from: 1, to: 1000 });
  const declaration = {
    ...common,
    kind: 'pad' as const,
    crop: { scale: crop.number('scale', { from: 0.5, to: 10 }) },
    output: {
      length,
      index: output.whole('index', { from: 0, to: length - 1 }),
      activation: output.oneOf('activation', ['softmax', 'sigmoid', 'none'] as const),
      attack: output.oneOf('attack', ['high', 'low'] as const),
    },
  };
  for (const inner of [crop, output]) inner.refuseOthers();
  return declaration;
}

function parseInput(fields: DeclaredFields): SlotInput {
  const input = {
    width: fields.whole('width', { from: 16, to: 1024 }),
    height: fields.whole('height', { from: 16, to: 1024 }),
    colour: fields.oneOf('colour', ['rgb', 'bgr'] as const),
    mean: fields.numbers('mean', 3),
    scale: fields.number('scale', { from: 1e-6, to: 1e3 }),
  };
  fields.refuseOthers();
  return input;
}

function parseSelfTest(value: unknown, index: number): SelfTest {
  const fields = new DeclaredFields(value, `selfTest ${index + 1}`);
  const seed = Number(fields.text('input', /^noise:\d{1,9}$/).slice('noise:'.length));
  const output = fields.text('output', /^[^/\\]+\.json$/);
  fields.refuseOthers();
  return { seed, output };
}
