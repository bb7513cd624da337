import type { Extension } from '@electric-sql/pglite';

/** Function imports of the database's module; it is started with an object of them. */
type Imports = Record<string, Record<string, unknown>>;

/** What of the start options of the module is replaced. */
interface ModuleOptions {
  wasmMemory: { buffer: ArrayBufferLike };
  instantiateWasm(imports: Imports, done: (...instance: unknown[]) => void): object;
}

/** The clock of the WebAssembly interface that is the time of day. */
const realtime = 0;

/**
 * Gives the embedded database the time of day in microseconds: by itself it has the milliseconds of `Date.now()`, and every time it
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

/** The objects of imports belong to one database and are changed in place: their accessors must stay. */
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

/** Longest part of a millisecond that microseconds show. */
const lastMicrosecond = 0.999;

/**
 * Milliseconds since 1970 with their fraction. The fraction comes from the monotonic clock, which knows nothing of corrections of the
 * time of day: what it gives is held within the millisecond of `Date.now()`.
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
