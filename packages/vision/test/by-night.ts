/** `npm run test:nightly`: everything, however long it takes. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** Registers tests that only `npm run test:nightly` runs; by day they do not exist, and are not skipped. */
export const byNight = (tests: () => void): void => {
  if (isNightly) tests();
};

/** Rows of a table of tests: all by night, those that `daily` picks by day. */
export const rowsByDay = <Row>(rows: readonly Row[], daily: (row: Row) => boolean): Row[] =>
  rows.filter((row) => isNightly || daily(row));
