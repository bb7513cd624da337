/**
 * Where the picture process may store pages for the text reader, in a view that has such a place: a private, limited directory in memory
 * that disappears with the process. No installation has a directory of that name elsewhere.
 */
export const pagesDirectory = '/countersign-pages';
