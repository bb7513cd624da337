/**
 * Where the picture process may put pages for the reader of print, in a view that has such a place: a directory in memory, of its own
 * and limited, gone with the process. No installation has one of that name elsewhere.
 */
export const pagesDirectory = '/countersign-pages';
