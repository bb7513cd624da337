import { PortalRefused } from './portal-refused.ts';

/** Default rows per page. */
const usualSize = 25;

/** Rows of a page, as requested in the query. */
export const pageSize = (limit: string | undefined): number =>
  limit === undefined ? usualSize : Number(limit);

/** @throws PortalRefused invalid */
export function badCursor(): never {
  throw new PortalRefused('invalid', 'cursor: must be the "next" of the page before, unchanged', {
    member: 'cursor',
  });
}
