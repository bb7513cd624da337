import type { Extension } from '@electric-sql/pglite';

/** Function imports with which the database's module is instantiated. */
type Imports = Record<string, Record<string, unknown>>;

/** The start options of the module that are replaced. */
interface ModuleOptions {
  wasmMemory: { buffer: ArrayBufferLike };
  instantiateWasm(imports: Imports, done: (...instance: unknown[]) => void): object;
}

/** The WebAssembly interface's id of the real-time clock. */
const realtime = 0;

/**
 * Provides the embedded database with time in microseconds: by default it uses the milliseconds of `Date.now()`, and every time it
 * stores ends in three zeros.
 * @see spec/contract.md A-09
 */
export const microsecondClock: Extension = {
  name: 'microsecond clock',
  setup: (_database, given: ModuleOptions) => {
    const now = createFineClock();
    const instantiateWasm: ModuleOptions['instantiateWasm'] = (imports, done) =>
      given.instantiateWasm(withClock(imports, given.wasmMemory, now), done);
    return Promise.resolve({ emscriptenOpts: { ...given, instantiateWasm } });
  },
};

type ReadClock = (clock: number, precision: bigint, at: number) => number;

/** The import objects belong to one database and are modified in place: their accessors must be preserved. */
function withClock(imports: Imports, memory: ModuleOptions['wasmMemory'], now: () => number): Imports {
  const { env, wasi_snapshot_preview1: system } = imports;
  const readClock = system?.['clock_time_get'] as ReadClock | undefined;
  if (!env || !system || !readClock) throw new Error('the embedded database reads its clock in another way');
  env['emscripten_date_now'] = now;
  const readFineClock: ReadClock = (clock, precision, at) => {
    if (clock !== realtime) return readClock(clock, precision, at);
    const nanoseconds = BigInt(Math.round(now() * 1_000)) * 1_000n;
    new DataView(memory.buffer).setBigInt64(at, nanoseconds, true);
    return 0;
  };
  system['clock_time_get'] = readFineClock;
  return imports;
}

/** Maximum fraction of a millisecond in microseconds. */
const lastMicrosecond = 0.999;

/**
 * Milliseconds since 1970 with a fraction. The fraction comes from the monotonic clock, which ignores corrections of the
 * time of day, so it is kept within the millisecond of `Date.now()`.
 */
export function createFineClock(): () => number {
  let origin = performance.timeOrigin;
  return () => {
    const elapsed = performance.now();
    const millisecond = Date.now();
    const held = Math.min(Math.max(origin + elapsed, millisecond), millisecond + lastMicrosecond);
    origin = held - elapsed;
    return held;
  };
}
