import type { Script } from '../model/prepared-name.ts';
import { loadModelFile } from './model-file.ts';
import { entriesOfRules, hangulEntries, hanEntries, withEntries } from './model-supplements.ts';
import { isRuledScript, letterRules, addedRules } from './rule-spelling.ts';
import { buildModel, type ModelSource, type ScriptModel } from './script-model.ts';

const ruled: Omit<ModelSource, 'entries'> = {
  insertion: 350,
  deletion: 400,
  keyFloor: 300,
  knots: [
    { cost: 20, similarity: 9700 },
    { cost: 60, similarity: 9000 },
    { cost: 100, similarity: 8000 },
    { cost: 150, similarity: 6000 },
  ],
  chunks: [],
};

const learnedScripts = ['cyrillic', 'arabic', 'hebrew', 'kana', 'hangul', 'han'] as const;
type LearnedScript = (typeof learnedScripts)[number];

const ruleCost = 200;

function supplementsOf(script: LearnedScript): ReturnType<typeof entriesOfRules> {
  if (script === 'han') return hanEntries();
  if (script === 'hangul') return hangulEntries();
  if (script === 'cyrillic') return entriesOfRules(letterRules.cyrillic, ruleCost);
  return entriesOfRules(addedRules[script], ruleCost);
}

function isLearned(script: Script): script is LearnedScript {
  return (learnedScripts as readonly string[]).includes(script);
}

/** The source of a learned model: its file, and additions from rules and reading tables. */
export function learnedSource(script: LearnedScript, file: ModelSource = loadModelFile(script)): ModelSource {
  return withEntries(file, supplementsOf(script));
}

function build(script: Script): ScriptModel | null {
  if (isLearned(script)) return buildModel(learnedSource(script));
  if (isRuledScript(script)) return buildModel({ ...ruled, entries: entriesOfRules(letterRules[script]) });
  return null;
}

const built = new Map<Script, ScriptModel | null>();

/** The model of a script, built on first use; null if there is none. */
export function modelOf(script: Script): ScriptModel | null {
  let model = built.get(script);
  if (model === undefined) {
    model = build(script);
    built.set(script, model);
  }
  return model;
}
