/**
 * How far ahead of now a stored time may be, as an SQL interval. Concurrent statements see each other's times
 * slightly ahead; one that is further ahead was stored before the clock was set back, and whatever it limits would last as long as
 * the clock was wrong.
 * @see spec/contract.md A-416
 */
export const clockSlack = `interval '5 minutes'`;
