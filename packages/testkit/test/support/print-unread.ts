/**
 * What a service is given whose tests are about something else than print: zone, bar code and faces of a drawn document decide
 * without it, and reading it is half of what a look costs. Tests that need it ask for `auto` (decision 0175).
 */
export const printUnread = { VISION_TEXT_ENGINE: 'off' };
