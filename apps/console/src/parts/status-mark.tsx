import { Mark, type Tone } from '@countersign/browser-ui';
import { kindText } from './kind-text.ts';

/** Colours of session statuses, in the order in which filters offer them. */
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

/** The status of a session. */
export const StatusMark = ({ status }: { status: string }) => (
  <Mark tone={statusTones[status] ?? 'idle'}>{kindText(status)}</Mark>
);
