import { PortalRefused } from './portal-refused.ts';

/** Rows of a page whose reader does not want another number. */
const usualSize = 25;

/** Rows of a page, as the query has it. */
export const pageSize = (limit: string | undefined): number =>
  limit === undefined ? usualSize : Number(limit);

/** @throws PortalRefused invalid */
export function badCursor(): never {
  throw new PortalRefused('invalid', 'cursor: must be the "next" of the page before, unchanged', {
    member: 'cursor',
  });
}
