import type { ServiceContext } from '../../context.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { isDigestLogged } from '../../storage/watchlist/watchlist-evidence.ts';
import { evidencePage, fileInPage } from './evidence-page.ts';
import { collectEvidence, type EvidenceWanted } from './screening-evidence.ts';
import { evidenceText, signEvidence, type VerifiedEvidence, verifyEvidence } from './sign-evidence.ts';

/** Form of the file: for verifying, or for reading. */
export type EvidenceForm = 'json' | 'html';

const action = 'export-evidence';

/**
 * One file that shows how a session was screened, with the personal data in clear; the export is recorded with the digest of the file.
 * @returns `null` if there is no result, or it is erased or redacted
 */
export const exportEvidence =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  (wanted: EvidenceWanted, form: EvidenceForm): Promise<string | null> =>
    database.transaction(async (tx) => {
      const evidence = await collectEvidence({ vault }, tx, wanted);
      if (evidence === null) return null;
      const file = signEvidence(vault, evidence);
      const { integrationId, sessionId, attemptId } = evidence;
      const details = { digest: file.digest, form };
      await insertAudit(tx, { integrationId, sessionId, attemptId, actor: wanted.actor, action, details });
      return form === 'json' ? evidenceText(file) : evidencePage(file);
    });

/** A verified file; `isLogged`: this installation's audit log contains it. */
export type CheckedEvidence = VerifiedEvidence & { isLogged?: boolean };

/** Verifies the text of a file, or of a page, against the key of this installation. A page must show exactly what its data produces. */
export function verifyDocument(
  vault: Pick<ServiceContext['vault'], 'derive'>,
  text: string,
): VerifiedEvidence {
  const held = fileInPage(text);
  const verified = verifyEvidence(vault, held ?? text);
  if (verified.fault !== null || held === null) return verified;
  return evidencePage(verified.file) === text ? verified : { fault: 'other-page' };
}

/** Like {@link verifyDocument}, but also looks up its digest in this installation's audit log. */
export const checkEvidence =
  ({ database, vault }: Pick<ServiceContext, 'database' | 'vault'>) =>
  async (text: string): Promise<CheckedEvidence> => {
    const verified = verifyDocument(vault, text);
    if (verified.fault !== null) return verified;
    const { integrationId, sessionId } = verified.file.evidence;
    const { digest } = verified.file;
    const isLogged = await isDigestLogged(database, { integrationId, sessionId }, { action, digest });
    return { ...verified, isLogged };
  };
