import { createSecretKey, randomUUID } from 'node:crypto';
import { sealWith, unsealWith } from '../../../encryption/seal.ts';
import type { Mail } from '../../../outbound/mail-sender.ts';
import type { Vault } from '../../../signing/vault.ts';
import type { Tx } from '../../../storage/engine/database.ts';
import { type ClaimedMail, insertMail, type NewMail } from '../../../storage/portal/mails.ts';

type Deriving = Pick<Vault, 'derive'>;

const mailKey = (vault: Deriving) => createSecretKey(vault.derive('portal mail'));
const labelOf = (id: string): string => `portal mail\0${id}`;

/** Queues an e-mail in a transaction. It is sealed at rest, because an invitation's link signs in whoever reads it. */
export async function queueMail(
  tx: Tx,
  vault: Deriving,
  { mail, ...about }: Omit<NewMail, 'id' | 'sealed'> & { mail: Mail },
): Promise<void> {
  const id = randomUUID();
  const sealed = sealWith(mailKey(vault), labelOf(id), Buffer.from(JSON.stringify(mail)));
  await insertMail(tx, { ...about, id, sealed });
}

/** @throws SealBroken if the row belongs to another installation, or was modified */
export const openMail = (vault: Deriving, { id, sealed }: Pick<ClaimedMail, 'id' | 'sealed'>): Mail =>
  JSON.parse(unsealWith(mailKey(vault), labelOf(id), sealed).toString('utf8')) as Mail;
