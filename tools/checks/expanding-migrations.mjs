// A migration marked `-- expand` only adds, so that the previous release can run beside it (docs/decisions/0028).

/** Statements that do not affect a running release. A new column must be nullable or have a default: the running release does not write it. */
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

const closedList = (constraint) =>
  new RegExp(`constraint "${constraint}" check \\("(\\w+)" in \\(([^()]+)\\)\\)`, 'gi');

/**
 * Whether a statement replaces a constraint's list of values by a longer one.
 * @param earlier text of the migrations before it, in their order
 */
function widens(statement, earlier) {
  const [, constraint] =
    /^alter table \S+ drop constraint "(\w+)", add constraint "\1" check \([^()]*\([^()]*\)\)$/i.exec(
      statement,
    ) ?? [];
  if (constraint === undefined) return false;
  const listIn = (text) => [...text.matchAll(closedList(constraint))].at(-1);
  const [before, after] = [listIn(earlier), listIn(statement)];
  if (!before || !after || before[1] !== after[1]) return false;
  const values = after[2].split(',').map((value) => value.trim());
  return before[2].split(',').every((value) => values.includes(value.trim()));
}

const listed = (values) => `CONSTRAINT "a_kind" CHECK ("kind" IN (${values}))`;
const relisted = (values) => `-- expand\nALTER TABLE "a" DROP CONSTRAINT "a_kind", ADD ${listed(values)};`;

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
    {
      files: {
        ...at('0011_f', `-- expand\nCREATE TABLE "a" ("kind" text, ${listed("'x','y'")});`),
        ...at('0011_g', relisted("'x','z'")),
      },
      finds: '0011_g.sql: ALTER TABLE "a" DROP CONSTRAINT',
    },
  ],
  clean: {
    ...at('0011_d', 'DROP TABLE "session";'),
    ...at(
      '0011_e',
      '-- expand\nALTER TABLE "job" ADD COLUMN "a" text NOT NULL DEFAULT 0;--> statement-breakpoint\nCREATE INDEX i ON job (a);',
    ),
    ...at('0011_h', `-- expand\nCREATE TABLE "a" ("kind" text, ${listed("'x','y'")});`),
    ...at('0011_i', relisted("'x','y','z'")),
  },
  run(files) {
    const findings = [];
    let checked = 0;
    const migrations = [...files]
      .filter(([name]) => file.test(name))
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [index, [name, text]] of migrations.entries()) {
      checked += 1;
      if (!/^-- expand\b/.test(text)) continue;
      const earlier = migrations
        .slice(0, index)
        .map(([, each]) => each)
        .join('\n');
      for (const statement of statementsOf(text))
        if (!additions.some((allowed) => allowed.test(statement)) && !widens(statement, earlier))
          findings.push(`${name}: ${statement.split('\n')[0]} is not an addition; remove the mark -- expand`);
    }
    return { checked, findings };
  },
};
