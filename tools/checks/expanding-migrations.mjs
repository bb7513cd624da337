// A migration marked `-- expand` only adds, so that the previous release serves on beside it (docs/decisions/0028).

/** Statements that a running release does not notice. A new column may be null or has a default: the running release does not write it. */
const additions = [
  /^create table /i,
  /^create (unique )?index /i,
  /^alter table \S+ add column (if not exists )?(?!.*\bnot null\b(?!.*\bdefault\b)).*$/is,
  /^insert into /i,
];

const file = /^packages\/service\/migrations\/(.+)\.sql$/;
const statementsOf = (text) =>
  text
    .split('--> statement-breakpoint')
    .map((part) =>
      part
        .replaceAll(/^--.*$/gm, '')
        .trim()
        .replace(/;$/, ''),
    )
    .filter((statement) => statement !== '');

const at = (name, text) => ({ [`packages/service/migrations/${name}.sql`]: text });

export const expandingMigrations = {
  name: 'expanding migrations only add',
  subject: 'migrations',
  planted: [
    { files: at('0011_a', '-- expand\nDROP TABLE "session";'), finds: '0011_a.sql: DROP TABLE "session"' },
    {
      files: at('0011_b', '-- expand\nALTER TABLE "job" ADD COLUMN "a" text NOT NULL;'),
      finds: '0011_b.sql: ALTER TABLE "job" ADD COLUMN "a" text NOT NULL',
    },
    {
      files: at(
        '0011_c',
        '-- expand\nCREATE TABLE a (i int);--> statement-breakpoint\nALTER TABLE a RENAME TO b;',
      ),
      finds: '0011_c.sql: ALTER TABLE a RENAME TO b',
    },
  ],
  clean: {
    ...at('0011_d', 'DROP TABLE "session";'),
    ...at(
      '0011_e',
      '-- expand\nALTER TABLE "job" ADD COLUMN "a" text NOT NULL DEFAULT 0;--> statement-breakpoint\nCREATE INDEX i ON job (a);',
    ),
  },
  run(files) {
    const findings = [];
    let checked = 0;
    for (const [name, text] of files) {
      if (!file.test(name)) continue;
      checked += 1;
      if (!/^-- expand\b/.test(text)) continue;
      for (const statement of statementsOf(text))
        if (!additions.some((allowed) => allowed.test(statement)))
          findings.push(`${name}: ${statement.split('\n')[0]} is not an addition; remove the mark -- expand`);
    }
    return { checked, findings };
  },
};
