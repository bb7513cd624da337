/** What a command of the screening engine ends with. Stable. */
export const exitCodes = { allProcessed: 0, couldNotRun: 1, someLinesBad: 2 } as const;
