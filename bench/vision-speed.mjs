// Speed, memory and repeatability of full verifications, in the threads and processes that the service uses.
import { readFileSync } from 'node:fs';
import { loadBundled } from './load-bundled.mjs';
import { percentile } from './load.mjs';
import { at } from '../tools/project.mjs';

const today = '2026-11-20';
const mebibyte = 2 ** 20;
const settings = {
  thread: at('dist/vision-thread.mjs'),
  modelsDir: at('packages/vision/models'),
  slotsDir: null,
  textEngine: 'bundled',
  closeOtherLoaders: false,
};
const processLimits = { startMs: 60_000, deadlineMs: 60_000 };

/** Draws a passport, the back of a licence with its dense bar code, and a selfie: zone, code, portrait and face in one job. */
async function drawJobs(count) {
  const { specimenCase } = await loadBundled('bench-specimens', 'packages/specimens/src/index.ts');
  const jobs = [];
  for (let seed = 1; seed <= count; seed += 1) {
    const passport = await specimenCase({ seed, kind: 'td3', condition: 'typical' });
    const licence = await specimenCase({ seed, kind: 'us-licence', condition: 'typical' });
    const back = licence.pictures.filter(({ context }) => context === 'document-back');
    jobs.push([...passport.pictures, ...back].map(({ context, bytes }) => ({ context, bytes })));
  }
  return jobs;
}

/** Copies the pictures, because they are transferred to threads. */
const taskOf = (pictures) => ({
  kind: 'inspect',
  today,
  pictures: pictures.map(({ context, bytes }, index) => ({
    mediaId: `picture ${index}`,
    context,
    bytes: new Uint8Array(bytes),
  })),
});

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

function resultOf(answer) {
  if (answer.kind !== 'done') throw new Error(`a verification ended as ${answer.kind}`);
  if (answer.result.notComputed.length > 0)
    throw new Error(`not computed: ${answer.result.notComputed.join(', ')}`);
  return answer.result;
}

/** Returns findings as text, without timings. */
const findingsText = (findings) => JSON.stringify({ ...findings, timings: null });

/**
 * Runs all jobs one after the other.
 * @returns {Promise<{ wall: number[], cpu: number[], texts: string[], stages: Record<string, number>[] }>} milliseconds
 */
async function runOneByOne(pool, jobs) {
  const [wall, cpu, texts, stages] = [[], [], [], []];
  for (const job of jobs) {
    const task = taskOf(job);
    const [started, used] = [performance.now(), cpuMs()];
    const answer = await pool.run(task);
    wall.push(performance.now() - started);
    cpu.push(cpuMs() - used);
    const result = resultOf(answer);
    texts.push(findingsText(result));
    stages.push(result.timings);
  }
  return { wall, cpu, texts, stages };
}

/** Runs all jobs as fast as the pool accepts them. */
async function runTogether(pool, jobs) {
  const tasks = jobs.map(taskOf);
  const [started, used] = [performance.now(), cpuMs()];
  const answers = await Promise.all(tasks.map((task) => pool.run(task)));
  const seconds = (performance.now() - started) / 1000;
  return {
    seconds,
    cpu: (cpuMs() - used) / jobs.length,
    texts: answers.map((answer) => findingsText(resultOf(answer))),
  };
}

const sorted = (values) => values.toSorted((a, b) => a - b);
const median = (values) => percentile(sorted(values), 0.5);

/** Formats the stages with their median times, longest first. */
function stageMedians(timings) {
  const names = [...new Set(timings.flatMap((one) => Object.keys(one)))];
  return names
    .map((name) => [name, median(timings.map((one) => one[name] ?? 0))])
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${Math.round(ms)}`)
    .join(', ');
}

/** Measures one thread by itself, then alternates blocks of one and two threads, so that other load affects both alike. */
async function measurePools(jobs, rounds) {
  const { createThreadPool } = await loadBundled(
    'bench-vision-pool',
    'packages/service/src/vision/vision-pool.ts',
  );
  const one = createThreadPool({ ...settings, threads: 1 }, { keep: 1 });
  const two = createThreadPool({ ...settings, threads: 2 }, { keep: 2 });
  try {
    await one.warmUp();
    await runTogether(one, jobs.slice(0, 3));
    await runTogether(two, jobs.slice(0, 6));
    const alone = [];
    const [seconds, doubleCpu, texts] = [{ one: 0, two: 0 }, [], []];
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await runOneByOne(one, jobs));
      const single = await runTogether(one, jobs);
      const double = await runTogether(two, jobs);
      seconds.one += single.seconds;
      seconds.two += double.seconds;
      doubleCpu.push(double.cpu);
      texts.push(alone.at(-1).texts, single.texts, double.texts);
    }
    const perMinute = (spent) => (rounds * jobs.length * 60) / spent;
    const differing = jobs.filter((_, index) => new Set(texts.map((run) => run[index])).size > 1).length;
    return {
      wall: sorted(alone.flatMap(({ wall }) => wall)),
      cpu: sorted(alone.flatMap(({ cpu }) => cpu)),
      oneThread: perMinute(seconds.one),
      twoThreads: perMinute(seconds.two),
      twoThreadsCpu: median(doubleCpu),
      stages: stageMedians(alone.flatMap(({ stages }) => stages)),
      differing,
      runs: texts.length,
    };
  } finally {
    await Promise.all([one.close(), two.close()]);
  }
}

/** Returns the CPU seconds of a process and its threads. Linux counts in hundredths. */
const cpuSecondsOf = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

async function measureProcesses(jobs) {
  const { VisionChild } = await loadBundled(
    'bench-vision-child',
    'packages/service/src/vision/vision-child.ts',
  );
  const open = (threads) =>
    new VisionChild({
      entry: at('dist/vision-process.mjs'),
      settings: { ...settings, threads, closeOtherLoaders: true },
      limits: processLimits,
    });
  const starts = [];
  const startCpu = [];
  const memory = {};
  for (const threads of [1, 2, 1, 2, 1]) {
    const started = performance.now();
    const child = open(threads);
    await child.ready;
    starts.push(performance.now() - started);
    startCpu.push(cpuSecondsOf(child.pid) * 1000);
    if (memory[threads] === undefined) {
      // Each thread does the same work twice, while memory may still grow.
      const tasks = Array.from({ length: 12 * threads }, (_, index) => taskOf(jobs[index % jobs.length]));
      for (let next = 0; next < tasks.length; next += threads)
        await Promise.all(tasks.slice(next, next + threads).map((task) => child.run(task)));
      memory[threads] = child.resident;
    }
    child.end('closed');
    await child.gone;
  }
  return { startMs: median(starts), startCpuMs: median(startCpu), memory };
}

/**
 * @param {{ quick: boolean }} options
 * @returns {Promise<import('./report.mjs').Row[]>}
 */
export async function measureSpeed({ quick }) {
  const jobs = await drawJobs(quick ? 6 : 20);
  const pools = await measurePools(jobs, quick ? 1 : 2);
  const processes = await measureProcesses(jobs);
  const { wall, cpu, oneThread, twoThreads, twoThreadsCpu, stages, differing, runs } = pools;
  const { memory, startMs, startCpuMs } = processes;
  const full = 'passport, licence back with dense code, selfie; one thread, one at a time';
  const quiet = 'means something on quiet cores only';
  const verification = (name, values, note) => [
    row(`full verification, ${name}, p50`, [percentile(values, 0.5), 'ms'], { most: 300 }, note),
    row(`full verification, ${name}, p95`, [percentile(values, 0.95), 'ms'], { most: 450 }, note),
  ];
  return [
    ...verification('CPU', cpu, full),
    ...verification('wall clock', wall, `${quiet}; stages p50: ${stages}`),
    {
      ...row(
        'two threads over one',
        [twoThreads, 'a minute'],
        { ratio: 1.8 },
        `${quiet}; CPU ${Math.round(twoThreadsCpu)} ms each`,
      ),
      floor: { name: 'one thread', value: oneThread, unit: 'a minute' },
    },
    row('verifications, two threads', [twoThreads, 'a minute'], { least: 300 }, quiet),
    row('start of a vision process, wall clock', [startMs, 'ms'], { most: 1000 }, 'p50 of 5; models loaded'),
    row('start of a vision process, CPU', [startCpuMs, 'ms'], {}),
    row('memory of a vision process, one thread', [memory[1] / mebibyte, 'MB'], {}, 'resident, 12 jobs'),
    row(
      'memory of a further thread',
      [(memory[2] - memory[1]) / mebibyte, 'MB'],
      { most: 300 },
      '12 jobs each',
    ),
    row(
      'jobs whose findings differ',
      [differing, `of ${jobs.length}`],
      { most: 0 },
      `${runs} runs in one and two threads; every byte but times`,
    ),
  ];
}

const row = (figure, [value, unit], goal, note) => ({ figure, value, unit, goal, ...(note ? { note } : {}) });
