import type { PortalLanguage } from '@countersign/contract';
import { mayDo } from '@countersign/core';
import type { ServiceContext } from '../../../context.ts';
import type { Mail } from '../../../outbound/mail-sender.ts';
import { eachAlone } from '../../../storage/operator/each-alone.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { noteLimitMail } from '../../../storage/portal/organisation-audit.ts';
import { type LimitInUse, listLimitsInUse } from '../../../storage/portal/organisation-limits.ts';
import { lockRuledOrganisation } from '../../../storage/portal/organisation-rules.ts';
import { listTeam } from '../../../storage/portal/portal-users.ts';
import { type PeriodInUse, periodsInUse } from '../../operator/limit-periods.ts';
import { grantsOf } from '../viewer.ts';
import { mailWords } from './mail-words.ts';
import { portalUrlOf } from '../portal-context.ts';
import { queueMail } from './queue-mail.ts';

type Context = Pick<ServiceContext, 'config' | 'database' | 'log' | 'vault'>;

/** Hours after which an e-mail about use would be out of date. */
const hours = 24;

/**
 * Queues e-mails about session limits, once when they are nearly used up and once when they are reached in a day or month. They go to
 * everyone in the organisation who also receives those about webhooks, each in the person's language. The audit log records that they were
 * queued.
 */
export const mailLimits = (ctx: Context) => async (): Promise<void> => {
  if (ctx.config.mail === null) return;
  await eachAlone(ctx, {
    task: 'mail-limits',
    // Most limits are far from used up, and need neither a transaction nor the lock.
    all: async () => (await listLimitsInUse(ctx.database)).filter((limit) => periodsInUse(limit).length > 0),
    idOf: ({ organisationId, mode }) => `${organisationId} ${mode}`,
    integrationOf: () => null,
    work: (limit) => mailLimit(ctx, limit),
  });
};

function mailLimit({ config, database, vault }: Context, limit: LimitInUse): Promise<void> {
  const { organisationId } = limit;
  return database.transaction(async (tx) => {
    await lockRuledOrganisation(tx, organisationId);
    for (const period of periodsInUse(limit)) {
      if (!(await isNews(tx, limit, period))) continue;
      for (const { email, language } of await concerned(tx, limit)) {
        const mail = limitMail(limit, period, { to: email, language, portal: portalUrlOf(config) });
        await queueMail(tx, vault, { organisationId, kind: 'alert', subjectId: organisationId, hours, mail });
      }
    }
  });
}

/** Whether no e-mail about it was sent before; records that one is sent now. */
const isNews = (
  tx: Tx,
  { organisationId, mode }: LimitInUse,
  { period, since, isReached }: PeriodInUse,
): Promise<boolean> => noteLimitMail(tx, organisationId, { mode, period, since, reached: isReached });

const concerned = async (tx: Tx, { organisationId, mode }: LimitInUse) =>
  (await listTeam(tx, organisationId)).filter(
    (user) =>
      user.integrations === null && mayDo({ role: user.role, grants: grantsOf(user) }, 'read-webhooks', mode),
  );

function limitMail(
  { organisation, mode }: LimitInUse,
  { period, most, used, isReached }: PeriodInUse,
  { to, language, portal }: { to: string; language: PortalLanguage; portal: string },
): Mail {
  const words = mailWords[language].limit;
  const about = { organisation, mode, period, most, used, portal };
  const lines = [...(isReached ? words.reached : words.near)(about), '', words.where(about), '', words.why];
  return { to, subject: words.subject(about), text: [...lines, ''].join('\n') };
}
