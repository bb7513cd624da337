/** Walls between the picture process and the rest of the machine. Types and words only: both sides load this file. */

/**
 * What the picture process tried and failed to do. Each is an attempt made in this installation before any model is loaded:
 * read the service's environment, read its memory, see or signal it, read its key file and stored pictures, open a TCP
 * connection, open a local socket, create a file.
 */
export const walls = ['environment', 'memory', 'processes', 'files', 'network', 'sockets', 'writes'] as const;
export type Wall = (typeof walls)[number];

/**
 * What would still contain an attacker who got past a wall: a different user from the service's, no capabilities and no way to gain any,
 * fewer system calls, no core dumps. According to the kernel.
 */
export const layers = ['user', 'privileges', 'seccomp', 'core'] as const;
export type Layer = (typeof layers)[number];

/** Whether each wall and layer holds. */
export type Isolation = Readonly<Record<Wall | Layer, boolean>>;

/** Nothing holds: pictures are read in the service's own process. */
export const noIsolation: Isolation = {
  environment: false,
  memory: false,
  processes: false,
  files: false,
  network: false,
  sockets: false,
  writes: false,
  user: false,
  privileges: false,
  seccomp: false,
  core: false,
};

/** What the picture process must try, and what it must be able to do. */
export interface SelfTest {
  /** The service. Its start time distinguishes it from another process with the same id in a process namespace. */
  service: { pid: number; startTime: string };
  /** Files and directories that must stay unreadable. */
  secrets: string[];
  /** Directories in which no file can be created. */
  directories: string[];
  /** A listener of the service on 127.0.0.1. */
  port: number;
  /** A local socket of the service, as accessible as a database's. */
  socket: string;
  /** Files and directories without which it cannot work. */
  needed: string[];
}

/** Results of the self-test. */
export interface SelfTestResult {
  held: Record<Wall, boolean>;
  /** Needed files that it cannot read. */
  unreadable: string[];
}
