/** Options that every verb on an installation takes. */
export const installationOptions = {
  json: { type: 'boolean', about: 'prints JSON' },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    about: 'directory of the installation; default DATA_DIR',
  },
  'database-url': { type: 'string', value: 'URL', about: 'PostgreSQL database; default DATABASE_URL' },
} as const;
