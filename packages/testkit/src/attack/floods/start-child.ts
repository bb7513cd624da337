import { fork } from 'node:child_process';
import type { FloodPlan, FloodTally, VictimPlan, VictimResult } from './plans.ts';

interface Running<Result> {
  result: Promise<Result>;
  stop(): void;
}

/** Starts a process that executes the plan; see child.ts. */
export function startChild(file: string, plan: FloodPlan): Running<FloodTally>;
export function startChild(file: string, plan: VictimPlan): Running<VictimResult>;
export function startChild(file: string, plan: FloodPlan | VictimPlan): Running<FloodTally | VictimResult> {
  const child = fork(file, { serialization: 'advanced' });
  const result = new Promise<FloodTally | VictimResult>((resolve, reject) => {
    child.once('message', (message: { result?: FloodTally | VictimResult; error?: string }) => {
      child.kill();
      if (message.result) resolve(message.result);
      else reject(new Error(message.error ?? 'no result'));
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`the ${plan.role} process exited (${code ?? signal})`)),
    );
  });
  // A caller that stops it early does not await its result.
  result.catch(() => {});
  child.send(plan);
  return { result, stop: () => void child.kill('SIGKILL') };
}
