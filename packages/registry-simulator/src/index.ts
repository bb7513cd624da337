export type { FaultRule } from './server/fault-rules.ts';
export { simulatorScenarios } from './server/simulated-registries.ts';
export { startSimulator } from './server/simulator.ts';
export type { Simulator, SimulatorOptions } from './server/simulator.ts';
export type { ListedScenario, SimulatorControl } from './server/simulator-control.ts';
export { simulatorFromEnvironment, SimulatorSettingError } from './server/simulator-environment.ts';
