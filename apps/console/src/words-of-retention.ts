// Data table: texts of the console about how long data is kept, in English only.
import { plural } from './plural.ts';

/** Texts about retention and erasure. */
export const retentionWords = {
  retention: {
    title: 'Retention and erasure',
    intro: 'How long data is kept, and what was destroyed.',
    schedules: 'Schedules',
    schedulesIntro:
      'Counted from the last change of a session that has ended; faces kept for comparison from their making. What is overdue is deleted within minutes, but for sessions on legal hold.',
    kept: 'Rules',
    sessions: 'Sessions',
    pictures: 'Pictures',
    descriptors: 'Faces',
    webhooks: 'Webhooks',
    forEver: 'No end',
    withSession: 'As the session',
    days: (count: number) => plural(count, 'day', 'days'),
    faces: (count: number, most: number) =>
      count === most ? `${count} days (maximum)` : `${plural(count, 'day', 'days')} (maximum ${most})`,
    oldest: 'Oldest session',
    noSession: 'None',
    held: (count: number) => plural(count, 'session', 'sessions'),
    noHold: 'None',
    erasing: 'Being erased',
    noErasing: 'Nothing',
    unfinished: (count: number) => plural(count, 'erasure', 'erasures'),
    client: 'Client',
    mayDelete: 'may delete',
    mayNotDelete: 'cannot delete',
    change: 'Change',
  },
  erasures: {
    title: 'Proof of destruction',
    intro:
      'Every erasure with who had it made and when nothing was left, newest first. A list for the record: “erasures list --all --format jsonl”.',
    scope: 'What',
    scopes: {
      session: 'Session',
      pictures: 'Pictures and films',
      descriptors: 'Faces for comparison',
      redaction: 'Personal data',
    },
    requested: 'Requested',
    actor: 'By',
    actors: {
      retention: 'Schedule',
      api: 'Client, API',
      portal: 'Client, portal',
    } as Readonly<Record<string, string>>,
    erased: 'Destroyed',
    underWay: 'Under way',
    files: 'Files',
    empty: 'Nothing was erased in this time.',
  },
};
