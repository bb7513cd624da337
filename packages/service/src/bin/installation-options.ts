import { outputFormats } from '@countersign/command-line';

/** Options of every verb on an installation. */
export const installationOptions = {
  format: {
    type: 'string',
    value: outputFormats.join('|'),
    about: 'output format; default table; jsonl and csv for lists only',
  },
  json: { type: 'boolean', about: 'prints JSON, as --format json' },
  'data-dir': {
    type: 'string',
    value: 'DIRECTORY',
    about: 'directory of the installation; default DATA_DIR',
  },
  'database-url': { type: 'string', value: 'URL', about: 'PostgreSQL database; default DATABASE_URL' },
} as const;
