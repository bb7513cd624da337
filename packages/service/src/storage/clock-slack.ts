/**
 * How far ahead of now a stored time may be beyond what it was given, as an interval of SQL. Statements at once see each other's times
 * a little ahead; one that is further ahead was stored under a clock that was set back since, and what ends by it would last as long as
 * that clock was wrong.
 * @see spec/contract.md A-416
 */
export const clockSlack = `interval '5 minutes'`;
