/**
 * Runs inside the picture process before it has loaded a model or seen a picture: it tries what a hostile picture would try.
 * Nothing here opens more than it needs for the answer, and nothing read is kept.
 */
import fs from 'node:fs';
import net from 'node:net';
import type { SelfTest, SelfTestResult } from './walls.ts';

/** A connection that is neither made nor refused so long is not made. In milliseconds. */
const connectMs = 500;

/** Tries everything; never throws. */
export async function runSelfTest(test: SelfTest): Promise<SelfTestResult> {
  const { service, secrets, directories, needed } = test;
  const [network, sockets] = await Promise.all([
    cannotConnect({ host: '127.0.0.1', port: test.port }),
    cannotConnect({ path: test.socket }),
  ]);
  const files = `/proc/${service.pid}`;
  const isHidden = !sees(service);
  return {
    held: {
      environment: isHidden || isUnreadable(`${files}/environ`),
      memory: isHidden || isUnreadable(`${files}/mem`),
      processes: isHidden,
      files: secrets.every(isUnreadable),
      network,
      sockets,
      writes: directories.every(cannotCreate),
    },
    unreadable: needed.filter(isUnreadable),
  };
}

/** Whether the service itself is listed under its number here; in a process namespace it is another one, or none. */
function sees({ pid, startTime }: SelfTest['service']): boolean {
  return startTimeOf(pid) === startTime;
}

/** When a process began, in ticks of the kernel; `null` when it cannot be seen, or where there is no `/proc`. */
export function startTimeOf(pid: number): string | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name, which may hold spaces and brackets; the start time is the 22nd.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function isUnreadable(file: string): boolean {
  try {
    if (fs.statSync(file).isDirectory()) fs.readdirSync(file);
    else fs.closeSync(fs.openSync(file, 'r'));
    return false;
  } catch {
    return true;
  }
}

function cannotCreate(directory: string): boolean {
  const file = `${directory}/.countersign-self-test-${process.pid}`;
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch {
    return true;
  }
  fs.rmSync(file, { force: true });
  return false;
}

function cannotConnect(address: net.NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ ...address, timeout: connectMs });
    const done = (held: boolean) => {
      socket.destroy();
      resolve(held);
    };
    socket
      .once('connect', () => done(false))
      .once('error', () => done(true))
      .once('timeout', () => done(true));
  });
}
