/** Sends an e-mail to each server whose address it is given, one after the other, and prints what became of them as JSON. */
import { sendMail } from '../../src/outbound/mail-sender.ts';

const mail = { to: 'ada@example.com', subject: 'Test', text: 'Test' };
const outcomes = [];
for (const url of process.argv.slice(2))
  outcomes.push(await sendMail({ url, from: 'identity@example.com' }, mail));
process.stdout.write(JSON.stringify(outcomes));
