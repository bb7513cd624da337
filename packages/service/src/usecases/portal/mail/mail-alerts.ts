import type { PortalLanguage } from '@countersign/contract';
import { mayDo } from '@countersign/core';
import type { ServiceContext } from '../../../context.ts';
import type { Mail } from '../../../outbound/mail-sender.ts';
import { eachAlone } from '../../../storage/operator/each-alone.ts';
import { listUnmailed, takeUnmailedAlerts, type UnmailedAlert } from '../../../storage/portal/mails.ts';
import { listTeam, type PortalUserRow } from '../../../storage/portal/portal-users.ts';
import { mailWords } from './mail-words.ts';
import { portalUrlOf } from '../portal-context.ts';
import { queueMail } from './queue-mail.ts';
import { grantsOf } from '../viewer.ts';

type Context = Pick<ServiceContext, 'config' | 'database' | 'log' | 'vault'>;

/** Hours after which an alert is outdated. */
const hours = 24;

/**
 * Queues e-mails about failing webhooks or registries, to everyone whose role can read the integration's webhooks: immediately if
 * deliveries are given up, after an hour if they are still failing, at most once an hour; in each person's language.
 */
export const mailAlerts = (ctx: Context) => async (): Promise<void> => {
  if (ctx.config.mail === null) return;
  await eachAlone(ctx, {
    task: 'mail-alerts',
    all: () => listUnmailed(ctx.database),
    idOf: (integrationId) => integrationId,
    integrationOf: (integrationId) => integrationId,
    work: (integrationId) => mailAlert(ctx, integrationId),
  });
};

type Alerts = [UnmailedAlert, ...UnmailedAlert[]];

const isSome = (alerts: UnmailedAlert[]): alerts is Alerts => alerts.length > 0;

function mailAlert({ config, database, vault }: Context, integrationId: string): Promise<void> {
  return database.transaction(async (tx) => {
    const alerts = await takeUnmailedAlerts(tx, integrationId);
    if (!isSome(alerts)) return;
    const [{ id: subjectId, organisationId }] = alerts;
    for (const { email, language } of concerned(await listTeam(tx, organisationId), alerts[0])) {
      const mail = alertMail(alerts, { to: email, language, portal: portalUrlOf(config) });
      await queueMail(tx, vault, { organisationId, kind: 'alert', subjectId, hours, mail });
    }
  });
}

const concerned = (
  team: readonly PortalUserRow[],
  { integrationId, mode }: UnmailedAlert,
): readonly PortalUserRow[] =>
  team.filter(
    (user) =>
      (user.integrations === null || user.integrations.includes(integrationId)) &&
      mayDo({ role: user.role, grants: grantsOf(user) }, 'read-webhooks', mode),
  );

function alertMail(
  alerts: Alerts,
  { to, language, portal }: { to: string; language: PortalLanguage; portal: string },
): Mail {
  const [{ integration, organisation }] = alerts;
  const words = mailWords[language].alert;
  const failures = alerts
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .map(({ kind, subject, since }) => `- ${since}: ${words.failures[kind]?.(subject) ?? kind}`);
  const lines = words.lines({ integration, organisation, failures: [...new Set(failures)], portal });
  return { to, subject: words.subject({ integration }), text: [...lines, ''].join('\n') };
}
