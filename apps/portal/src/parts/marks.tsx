import { Mark, type Tone } from '@countersign/browser-ui';
import type { PortalWebhookState, SessionStatus } from '@countersign/contract';
import { useIntegration } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';

/** Colours of session statuses. */
export const statusTones: Record<SessionStatus, Tone> = {
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

const stateTones: Record<PortalWebhookState, Tone> = {
  waiting: 'busy',
  delivered: 'good',
  failing: 'bad',
  exhausted: 'bad',
  paused: 'warn',
  withdrawn: 'idle',
};

/** The status of a session or an attempt. */
export function StatusMark({ status }: { status: string }) {
  const { words } = useSpeech();
  const known = status as SessionStatus;
  return <Mark tone={statusTones[known] ?? 'idle'}>{words.status[known] ?? status}</Mark>;
}

/** The state of a webhook. */
export function WebhookMark({ state }: { state: string }) {
  const { words } = useSpeech();
  const known = state as PortalWebhookState;
  return <Mark tone={stateTones[known] ?? 'idle'}>{words.webhooks.states[known] ?? state}</Mark>;
}

/** Whether data is test or live, by colour and word. */
export function ModeMark({ mode }: { mode: 'test' | 'live' }) {
  const { words } = useSpeech();
  return (
    <span className="mode" data-mode={mode}>
      {mode === 'test' ? words.common.test : words.common.live}
    </span>
  );
}

/** Name and mode of an integration. */
export function IntegrationName({ id }: { id: string | null }) {
  const integration = useIntegration(id);
  if (integration === null) return <span className="quiet">–</span>;
  return (
    <span className="integration">
      <ModeMark mode={integration.mode} /> {integration.name}
    </span>
  );
}
