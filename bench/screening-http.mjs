// Single screenings over HTTP by a client on the same machine, compared with the least that any Node server does for a signed GET.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { at } from '../tools/project.mjs';
import { startFloorServer } from './child.mjs';
import { besideFloor, failures, load, withCpu } from './load.mjs';
import { gauges } from './service-process.mjs';

const connections = 16;
const rawGet = {
  head: 'GET /5043de43-828c-4b68-9ca0-15a1b9ea504d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  body: null,
};

/** Starts `countersign screen --listen` with a file of names. @returns its port, its gauges and a function that stops it */
async function startScreening(list) {
  const program = at('dist/screening.mjs');
  const child = spawn(process.execPath, [program, 'screen', '--list', `names=${list}`, '--listen', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const port = await new Promise((resolve, reject) => {
    let answers = '';
    child.stderr.on('data', (chunk) => {
      answers += chunk;
      const found = /listening on \S+:(\d+)/.exec(answers);
      if (found) resolve(Number(found[1]));
    });
    child.once('exit', (code) => reject(new Error(`screen ended with ${code}: ${answers}`)));
  });
  return { port, ...gauges(child.pid), stop: () => child.kill() };
}

/**
 * @param {string} directory for the list
 * @param {{ listed: string[], customers: string[] }} names
 * @returns {Promise<import('./report.mjs').Row>}
 */
export async function screeningOverHttp(directory, { listed, customers }, { seconds = 5 } = {}) {
  const list = path.join(directory, 'names.txt');
  writeFileSync(list, `${listed.join('\n')}\n`);
  const service = await startScreening(list);
  const bare = await startFloorServer();
  try {
    const bodies = customers.map((name) => Buffer.from(JSON.stringify({ name })));
    const requests = bodies.map(({ length }, body) => ({
      head: `POST /screen HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      body,
    }));
    const search = (forSeconds) =>
      load({ port: service.port, requests, bodies, connections, seconds: forSeconds });
    await search(seconds);
    const { floor, result } = await besideFloor(
      async () => (await load({ port: bare.port, requests: [rawGet], connections, seconds: 3 })).perSecond,
      () => withCpu(service, () => search(seconds)),
    );
    return {
      figure: `screenings over HTTP, ${(listed.length / 1e6).toFixed(1)} M names, one process`,
      value: result.perSecond,
      unit: '/s',
      floor: { name: 'bare signed GET', value: floor, unit: '/s' },
      goal: { least: 2_000 },
      note: [
        `p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms (goal 10)`,
        `CPU ${result.cpuEach.toFixed(0)} µs each`,
        ...failures(result),
      ].join('; '),
    };
  } finally {
    bare.stop();
    service.stop();
  }
}
