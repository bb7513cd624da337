export type { FaultRule } from './server/fault-rules.ts';
export { startSimulator } from './server/simulator.ts';
export type { Simulator, SimulatorOptions } from './server/simulator.ts';
export { simulatorFromEnvironment, SimulatorSettingError } from './server/simulator-environment.ts';
