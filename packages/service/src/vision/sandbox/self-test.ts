/**
 * Runs inside the picture process before it has loaded a model or read a picture: tries what a hostile picture would try.
 * It opens no more than necessary, and keeps nothing it reads.
 */
import fs from 'node:fs';
import net from 'node:net';
import type { SelfTest, SelfTestResult } from './walls.ts';

/** Milliseconds after which a connection neither established nor rejected counts as failed. */
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

/** Whether the service itself is visible under its process id; in a process namespace that id is another process, or none. */
function sees({ pid, startTime }: SelfTest['service']): boolean {
  return startTimeOf(pid) === startTime;
}

/** When a process started, in kernel ticks; `null` when it is not visible, or there is no `/proc`. */
export function startTimeOf(pid: number): string | null {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name, which may contain spaces and brackets; the start time is the 22nd.
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
