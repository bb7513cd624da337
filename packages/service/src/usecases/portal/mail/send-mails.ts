import type { ServiceContext } from '../../../context.ts';
import { SealBroken } from '../../../encryption/seal.ts';
import { type Mail, sendMail } from '../../../outbound/mail-sender.ts';
import { type ClaimedMail, claimMails, deleteMail, postponeMail } from '../../../storage/portal/mails.ts';
import { openMail } from './queue-mail.ts';

/** E-mails per claim: sending all of them takes less time than a claim lasts. */
const portion = 5;
/** Seconds until an e-mail is retried: one minute, then doubled each time, up to an hour. */
const delayOf = (tries: number): number => Math.min(3_600, 60 * 2 ** Math.min(tries - 1, 6));

type Context = Pick<ServiceContext, 'config' | 'database' | 'vault' | 'log' | 'metrics'>;

/**
 * Sends due e-mails one after the other. If the server does not accept one now, it is retried until it is no longer
 * needed; if the process ends between sending and deleting, it is sent twice.
 */
export const sendMails =
  (ctx: Context) =>
  async (signal: AbortSignal): Promise<void> => {
    if (ctx.config.mail === null) return;
    let claimed: ClaimedMail[];
    do {
      claimed = await claimMails(ctx.database, portion);
      for (const mail of claimed) {
        if (signal.aborted) return;
        await send(ctx, ctx.config.mail, mail);
      }
    } while (claimed.length === portion);
  };

async function send(
  { database, vault, log, metrics }: Context,
  server: Parameters<typeof sendMail>[0],
  row: ClaimedMail,
): Promise<void> {
  const { id, kind, tries } = row;
  const count = (outcome: string) => metrics.mails.inc({ kind, outcome });
  if (row.isLate || row.isNeedless) {
    if (!row.isNeedless) log.error({ mailId: id, kind, tries }, 'e-mail given up');
    count('dropped');
    return deleteMail(database, id);
  }
  const mail = open(vault, row);
  if (mail === null) {
    log.error({ mailId: id, kind }, 'e-mail cannot be opened; it is of another installation, or was changed');
    count('dropped');
    return deleteMail(database, id);
  }
  const result = await sendMail(server, mail);
  count(result.outcome);
  if (result.outcome === 'sent') return deleteMail(database, id);
  const { reason } = result;
  if (result.outcome === 'refused') {
    log.error({ mailId: id, kind, reason }, 'e-mail refused by the server');
    return deleteMail(database, id);
  }
  const seconds = delayOf(tries);
  log.warn({ mailId: id, kind, reason, tries, seconds }, 'e-mail not sent; will be retried');
  return postponeMail(database, id, seconds);
}

/** `null` if it cannot be opened, so that it does not block the ones after it. */
function open(vault: Context['vault'], row: ClaimedMail): Mail | null {
  try {
    return openMail(vault, row);
  } catch (error) {
    // `SyntaxError`: it was sealed by this installation, and is no e-mail.
    if (error instanceof SealBroken || error instanceof SyntaxError) return null;
    throw error;
  }
}
