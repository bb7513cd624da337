import { icons, Panel, Time } from '@countersign/browser-ui';
import type { PortalHome } from '@countersign/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IntegrationName } from '../../parts/marks.tsx';
import { useSpeech } from '../../words/context.tsx';
import { typeName } from '../webhooks/webhook-words.ts';

type Alert = PortalHome['alerts'][number];

const tones = {
  'webhook-failing': 'bad',
  'webhook-given-up': 'bad',
  'registry-unusable': 'bad',
  'webhook-paused': 'warn',
  'key-old': 'warn',
  'hits-waiting': 'warn',
  'reviews-waiting': 'warn',
  'proposals-waiting': 'warn',
} as const;

/** Issues that need attention, each with a link. */
export function AlertsPanel({ alerts }: Pick<PortalHome, 'alerts'>) {
  const { words } = useSpeech();
  return (
    <Panel title={words.home.alerts}>
      {alerts.length === 0 ? (
        <p className="all-well">
          <icons.check size={16} /> {words.home.noAlerts}
        </p>
      ) : (
        <ul className="alerts">
          {alerts.map((alert) => (
            <AlertLine
              key={[alert.kind, alert.integrationId, alert.webhookType, alert.subject, alert.since].join()}
              alert={alert}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function AlertLine({ alert }: { alert: Alert }) {
  const { words } = useSpeech();
  const { kind, integrationId, since } = alert;
  return (
    <li data-tone={tones[kind]}>
      <icons.warning size={16} />
      <div>
        <p>
          <Way alert={alert}>{useSentence(alert)}</Way>
        </p>
        <p className="quiet small">
          <IntegrationName id={integrationId} />
          {since !== null && (
            <>
              {' · '}
              {words.home.since} <Time at={since} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

function useSentence({ kind, webhookType, subject, count, more }: Alert): string {
  const { words, language } = useSpeech();
  const texts = words.home.alertTexts;
  const type = webhookType === null ? '' : typeName(words, webhookType);
  switch (kind) {
    case 'webhook-failing':
    case 'webhook-paused':
    case 'webhook-given-up':
      return texts[kind](type);
    case 'hits-waiting':
    case 'reviews-waiting':
    case 'proposals-waiting':
      return texts[kind](count ?? 0, `${(count ?? 0).toLocaleString(language)}${more ? '+' : ''}`);
    default:
      return texts[kind](subject ?? '');
  }
}

function Way({ alert: { kind, integrationId }, children }: { alert: Alert; children: ReactNode }) {
  const params = { id: integrationId };
  switch (kind) {
    case 'webhook-failing':
    case 'webhook-given-up':
      return (
        <Link
          to="/webhooks"
          search={{ integration: integrationId, state: kind === 'webhook-failing' ? 'failing' : 'exhausted' }}
        >
          {children}
        </Link>
      );
    case 'webhook-paused':
      return (
        <Link to="/integrations/$id/webhooks" params={params}>
          {children}
        </Link>
      );
    case 'key-old':
      return (
        <Link to="/integrations/$id/keys" params={params}>
          {children}
        </Link>
      );
    case 'reviews-waiting':
      return (
        <Link to="/sessions" search={{ integration: integrationId, status: 'review' }}>
          {children}
        </Link>
      );
    case 'hits-waiting':
      return (
        <Link to="/screening" search={{ integration: integrationId }}>
          {children}
        </Link>
      );
    case 'proposals-waiting':
      return (
        <Link to="/sessions" search={{ integration: integrationId, proposals: 'waiting' }}>
          {children}
        </Link>
      );
    // Sessions waiting at a registry are the operator's concern.
    default:
      return children;
  }
}
