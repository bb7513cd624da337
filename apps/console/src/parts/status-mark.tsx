import { Mark, type Tone } from '@countersign/browser-ui';
import { kindText } from './kind-text.ts';

/** Colours of statuses of sessions, in the order in which they are offered. */
export const statusTones: Readonly<Record<string, Tone>> = {
  created: 'idle',
  started: 'busy',
  submitted: 'busy',
  review: 'warn',
  approved: 'good',
  declined: 'bad',
  resubmission_requested: 'warn',
  expired: 'idle',
  abandoned: 'idle',
};

/** Status of a session. */
export const StatusMark = ({ status }: { status: string }) => (
  <Mark tone={statusTones[status] ?? 'idle'}>{kindText(status)}</Mark>
);
