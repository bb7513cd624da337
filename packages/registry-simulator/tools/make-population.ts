// Generates the people in the simulator in addition to those of the scenarios:
// node tools/run-ts.mjs packages/registry-simulator/tools/make-population.ts > packages/registry-simulator/src/server/population.json
import { populationSeed, populationText } from './population.ts';

process.stdout.write(populationText(populationSeed));
