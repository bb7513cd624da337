// Runs one verification from pictures alone until its decision.
import { uploadPictures } from './measures/verification.mjs';
import { createSessions, submitSessions, until } from './sessions.mjs';

/** @returns the decision: its status, and its code if it has one */
export async function decideOne({ port, access, database }, pictures) {
  const [session] = await createSessions({ port, access, count: 1, firstName: null });
  await uploadPictures({ port, access, session, pictures });
  await submitSessions({ port, access, sessions: [session], connections: 1 });
  let row;
  const decided = async () => {
    [row] = await database.query('select status, reason_code from decision where session_id = $1', [session]);
    return row !== undefined;
  };
  await until(decided, { seconds: 120, what: 'a decision' });
  return row.reason_code === null ? row.status : `${row.status} ${row.reason_code}`;
}
