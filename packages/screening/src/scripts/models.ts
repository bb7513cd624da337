import type { Script } from '../names/prepared-name.ts';
import { isRuledScript, letterRules } from './rule-letters.ts';
import { buildModel, entriesOfRules, type ScriptModel } from './script-model.ts';

const ruledShape = {
  insertion: 300,
  deletion: 400,
  knots: [
    { cost: 8, similarity: 9700 },
    { cost: 30, similarity: 9000 },
    { cost: 45, similarity: 8000 },
    { cost: 70, similarity: 6000 },
  ],
  keyFloor: 300,
};

const built = new Map<Script, ScriptModel | null>();

function build(script: Script): ScriptModel | null {
  return isRuledScript(script) ? buildModel(entriesOfRules(letterRules[script]), ruledShape) : null;
}

/** The model of a script, built when first asked for; null when there is none. */
export function modelOf(script: Script): ScriptModel | null {
  let model = built.get(script);
  if (model === undefined) {
    model = build(script);
    built.set(script, model);
  }
  return model;
}
