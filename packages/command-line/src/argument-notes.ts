const id = 'id, or its beginning, at least 4 characters';

/** Describes an argument, by its placeholder, where the placeholder alone is not clear. A verb's own note takes precedence. */
export const argumentNotes: Readonly<Record<string, string>> = {
  INTEGRATION:
    'name in any letter case, id, or the beginning of the id, at least 4 characters; "integration list" prints them',
  SESSION: id,
  WEBHOOK: `${id}; "webhooks list" prints them`,
  HIT: `${id}; "hits list" prints them`,
  KEY: `${id}; "keys list" prints them`,
  ENTRY: `${id}; "blocklist list" prints them`,
  ALERT: `${id}; "alerts list" prints them`,
  PROPOSAL: `${id}; "integration proposals" prints them`,
};
