// Writes the people who live in the simulator beside those of the scenarios:
//   node tools/run-ts.mjs packages/registry-simulator/tools/make-population.ts > packages/registry-simulator/src/server/population.json
import { populationSeed, populationText } from './population.ts';

process.stdout.write(populationText(populationSeed));
