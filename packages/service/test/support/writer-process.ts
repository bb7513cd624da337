// A process to be killed: opens the embedded database in argv[2], then commits two rows per transaction and says so.
import { pino } from 'pino';
import { openDatabase } from '../../src/storage/engine/open-database.ts';

const database = await openDatabase({ dataDir: process.argv[2] ?? '', log: pino({ level: 'silent' }) });
await database.query('create table if not exists pair (i int not null, half text not null)');
const [last] = await database.query<{ i: number }>('select coalesce(max(i), 0)::int as i from pair');
process.stdout.write('open\n');
for (let i = (last?.i ?? 0) + 1; ; i += 1) {
  await database.transaction(async (tx) => {
    await tx.query(`insert into pair values ($1, 'left')`, [i]);
    await tx.query(`insert into pair values ($1, 'right')`, [i]);
  });
  process.stdout.write(`${i}\n`);
}
