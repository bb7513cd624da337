/**
 * Builds the three ONNX files from the weight files of the pinned packages, copies the network for print, and writes the manifest of all.
 * Usage: node tools/run-ts.mjs packages/vision/tools/build-models.ts [--check] [DIRECTORY]
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { convertDescriptor } from './convert-descriptor.ts';
import { convertGraphModel, type GraphModelFile } from './convert-graph-model.ts';
import { modelSources, type ModelSource } from './model-sources.ts';
import { encodeOnnx, type OnnxGraph } from './onnx-writer.ts';
import type { WeightEntry } from './weight-files.ts';

const converterVersion = 3;
const vision = path.resolve(path.dirname(process.argv[1] ?? ''), '..');
const modules = path.resolve(vision, '../../node_modules');

async function readPinned(source: ModelSource, file: keyof ModelSource['files']): Promise<Uint8Array> {
  const { name, sha256 } = source.files[file];
  const bytes = await readFile(path.join(modules, source.package, name));
  const digest = hexDigest(bytes);
  if (digest !== sha256)
    throw new Error(`${source.package}/${name} has digest ${digest}, expected ${sha256}`);
  return bytes;
}

async function convert(source: ModelSource): Promise<Uint8Array> {
  const topology: unknown = JSON.parse(Buffer.from(await readPinned(source, 'topology')).toString('utf8'));
  const weights = await readPinned(source, 'weights');
  return encodeOnnx(graphOf(source, topology, weights));
}

// The digest of the topology has been checked, so its shape is known.
function graphOf(source: ModelSource, topology: unknown, weights: Uint8Array): OnnxGraph {
  if (source.plan !== null) return convertGraphModel(topology as GraphModelFile, weights, source.plan);
  const [manifest] = topology as [{ weights: WeightEntry[] }];
  return convertDescriptor(manifest.weights, weights);
}

function hexDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The network for print in all Latin letters. @see latin-NOTICE.md */
const printNetwork = {
  role: 'print',
  id: 'builtin-latin',
  file: 'latin.traineddata',
  sha256: '1ee03c1e8fca2b2f1cbc58bc9bdad53e26256c49c22b6a42be4256f608860468',
  source: { package: 'tesseract-ocr-script-latn', version: '4.1.0-2', licence: 'Apache-2.0' },
} as const;

async function readPrintNetwork(): Promise<Uint8Array> {
  const { file, sha256 } = printNetwork;
  const bytes = await readFile(path.join(vision, 'tools', file));
  if (hexDigest(bytes) !== sha256)
    throw new Error(`${file} has digest ${hexDigest(bytes)}, expected ${sha256}`);
  return bytes;
}

async function build(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const models: object[] = [];
  for (const source of modelSources) {
    const bytes = await convert(source);
    const { id, role, package: name, version } = source;
    const file = `${id}.onnx`;
    files.set(file, bytes);
    models.push({
      role,
      id,
      file,
      sha256: hexDigest(bytes),
      source: { package: name, version, files: source.files },
    });
  }
  const print = await readPrintNetwork();
  files.set(printNetwork.file, print);
  models.push(printNetwork);
  const manifest = JSON.stringify({ converter: converterVersion, models }, null, 2);
  return files.set('manifest.json', Buffer.from(`${manifest}\n`));
}

async function writeAll(directory: string, files: Map<string, Uint8Array>): Promise<void> {
  await mkdir(directory, { recursive: true });
  // The manifest comes last in the map: a directory with a manifest is complete.
  for (const [name, bytes] of files) {
    const temporary = path.join(directory, `${name}.${process.pid}.tmp`);
    await writeFile(temporary, bytes);
    await rename(temporary, path.join(directory, name));
  }
}

async function checkAll(directory: string, files: Map<string, Uint8Array>): Promise<void> {
  for (const [name, bytes] of files) {
    const found = await readFile(path.join(directory, name));
    if (!found.equals(bytes)) throw new Error(`${name} is not what the weights give; build the models again`);
  }
}

const options = process.argv.slice(2);
const directory = path.resolve(
  options.find((option) => !option.startsWith('--')) ?? path.join(vision, 'models'),
);
const files = await build();
await (options.includes('--check') ? checkAll : writeAll)(directory, files);
