import type { Scenario } from '../scenario.ts';
import { attemptScenarios } from './attempts.ts';
import { completeBodyScenarios } from './complete-bodies.ts';
import { declaredDataScenarios } from './declared-data.ts';
import { documentScenarios, missingScenarios, sideScenarios } from './documents.ts';
import { edgeScenarios } from './edges.ts';
import { faceScenarios } from './faces.ts';
import { genuineScenarios } from './genuine.ts';
import { otherScriptScenarios } from './other-scripts.ts';
import { otherSessionScenarios } from './other-sessions.ts';
import { registryScenarios } from './registries.ts';
import { ruleScenarios } from './rules.ts';
import { testIntegrationScenarios } from './test-integration.ts';
import { mixedScenarios } from './two-documents.ts';
import { zoneAgainstPrintScenarios } from './zone-against-print.ts';
import { zoneScenarios } from './zone-and-code.ts';

/** All rows of the matrix, in the order of the table. */
export const allScenarios: readonly Scenario[] = [
  ...genuineScenarios,
  ...declaredDataScenarios,
  ...zoneScenarios,
  ...zoneAgainstPrintScenarios,
  ...otherScriptScenarios,
  ...faceScenarios,
  ...documentScenarios,
  ...edgeScenarios,
  ...sideScenarios,
  ...mixedScenarios,
  ...missingScenarios,
  ...ruleScenarios,
  ...otherSessionScenarios,
  ...attemptScenarios,
  ...testIntegrationScenarios,
  ...registryScenarios,
  ...completeBodyScenarios,
];
