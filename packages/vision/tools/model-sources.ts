import type { GraphModelPlan } from './convert-graph-model.ts';

/** Where a network's weights come from, and what it becomes. */
export interface ModelSource {
  id: string;
  role: 'detector' | 'mesh' | 'descriptor';
  package: string;
  version: string;
  files: Record<'topology' | 'weights', { name: string; sha256: string }>;
  /** `null` for the descriptor, which has no graph, only named tensors. */
  plan: GraphModelPlan | null;
}

const mesh = 'StatefulPartitionedCall/model_1';

/** The three built-in networks. */
export const modelSources: readonly ModelSource[] = [
  {
    id: 'builtin-detector',
    role: 'detector',
    package: '@vladmandic/human',
    version: '3.3.6',
    files: {
      topology: {
        name: 'models/blazeface.json',
        sha256: 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
      },
      weights: {
        name: 'models/blazeface.bin',
        sha256: 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
      },
    },
    plan: {
      name: 'face-detector',
      inputSide: 256,
      outputs: {
        scores16: { node: 'Identity', dims: [1, 512, 1] },
        scores8: { node: 'Identity_1', dims: [1, 384, 1] },
        boxes16: { node: 'Identity_2', dims: [1, 512, 16] },
        boxes8: { node: 'Identity_3', dims: [1, 384, 16] },
      },
    },
  },
  {
    id: 'builtin-mesh',
    role: 'mesh',
    package: '@vladmandic/human',
    version: '3.3.6',
    files: {
      topology: {
        name: 'models/facemesh.json',
        sha256: 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
      },
      weights: {
        name: 'models/facemesh.bin',
        sha256: '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
      },
    },
    plan: {
      name: 'face-mesh',
      inputSide: 192,
      outputs: {
        points: { node: `${mesh}/output_mesh/Reshape`, dims: [1, 1404] },
        flag: { node: `${mesh}/output_faceflag/Reshape`, dims: [1, 1] },
      },
    },
  },
  {
    id: 'builtin-face',
    role: 'descriptor',
    package: '@vladmandic/face-api',
    version: '1.7.15',
    files: {
      topology: {
        name: 'model/face_recognition_model-weights_manifest.json',
        sha256: 'cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b',
      },
      weights: {
        name: 'model/face_recognition_model.bin',
        sha256: 'b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589',
      },
    },
    plan: null,
  },
];
