// Writes the people who live in the simulator beside those of the scenarios:
//   node tools/run-ts.mjs packages/registries/tools/make-population.ts > packages/registries/src/simulator/population.json
import { populationSeed, populationText } from './population.ts';

process.stdout.write(populationText(populationSeed));
