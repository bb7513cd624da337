/** Removes `--engine NAME` from the arguments. Ends the program for an unknown engine. */
export function readEngine(args) {
  const index = args.indexOf('--engine');
  if (index < 0) return { engine: 'embedded', rest: args };
  const engine = args[index + 1];
  if (engine !== 'embedded' && engine !== 'postgres') {
    console.error(`--engine ${engine ?? ''}: must be embedded or postgres`);
    process.exit(2);
  }
  return { engine, rest: args.toSpliced(index, 2) };
}
