import {
  assuranceOf,
  assuranceWords,
  challengeFaults,
  consistencyOf,
  type FieldConsistency,
  pictureProblems,
  type RegistryResult,
} from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { DataKey } from '../../encryption/seal.ts';
import { findNewestAttempt, lockAttempt } from '../../storage/session/decisions.ts';
import { listRegistryChecks, type RegistryCheckRow } from '../../storage/registry/registry-checks.ts';
import { decryptAttempt, decryptFindings, type DecryptedAttempt } from '../session/record-decision.ts';
import { decryptRegistryResult } from '../session/registry-record.ts';

/** What was found about a session's newest attempt, for the person who decides it. Contains no value read from a document. */
export type ShownSession = { outcome: 'shown'; session: DescribedSession } | { outcome: 'unknown-session' };

type DescribedSession = ReturnType<typeof describeSession> & {
  registries: ReturnType<typeof describeCheck>[];
};

/**
 * Shows the reasons for a session's status: problems of its pictures, how its sources agree, signs of copies, faces, assurance, links, and
 * results of registries. None of it is part of the public API.
 */
export const showSession =
  (ctx: Pick<ServiceContext, 'database' | 'vault'>) =>
  (input: { integrationId: string; sessionId: string }): Promise<ShownSession> =>
    ctx.database.transaction(async (tx): Promise<ShownSession> => {
      const attemptId = await findNewestAttempt(tx, input);
      if (attemptId === null) return { outcome: 'unknown-session' };
      const key = { integrationId: input.integrationId, sessionId: input.sessionId, attemptId };
      const row = await lockAttempt(tx, key);
      const opened = row && decryptAttempt(ctx, key, row);
      if (!opened) return { outcome: 'unknown-session' };
      const checks = await listRegistryChecks(tx, key);
      const registries = checks.map((check) => describeCheck(opened, check));
      return { outcome: 'shown', session: { ...describeSession(opened), registries } };
    });

/** A registry check, how often it was started, and its result: scores and rows, no name and no number. */
function describeCheck({ dataKey }: DecryptedAttempt, check: RegistryCheckRow) {
  const { attemptId, registry, starts, startedAt, deferrals, nextTryAt, endedAt } = check;
  const { row, ...rest } = keptOf(dataKey, check);
  return {
    attemptId,
    registry,
    row,
    starts,
    startedAt,
    deferrals,
    nextTryAt,
    endedAt,
    ...rest,
  };
}

const nothingKept = { row: null, result: null, findings: null, advice: [] };

function keptOf(dataKey: DataKey, check: RegistryCheckRow) {
  const kept = decryptRegistryResult(dataKey, check);
  if (kept === null) return nothingKept;
  const informs = check.registry === 'mx-curp' || check.registry === 'mx-voter-list';
  // The answers of these two are the person's own data; only the fact that they answered is shown.
  return informs ? { ...nothingKept, result: kept.result && withoutAnswer(kept.result) } : kept;
}

const withoutAnswer = (result: RegistryResult<unknown>) =>
  result.kind === 'answered' ? { kind: result.kind, at: result.at } : result;

function describeSession(opened: DecryptedAttempt) {
  const { key, row, session } = opened;
  const findings = decryptFindings(opened);
  const fields: FieldConsistency[] = findings ? consistencyOf(findings, session) : [];
  return {
    sessionId: key.sessionId,
    attemptId: key.attemptId,
    status: row.sessionStatus,
    attempt: row.ordinal,
    // Null: its pictures have not been read yet, or the outcome was forced.
    findings: findings && {
      pictures: findings.pictures.map(({ context, side, quality, refusal }) => ({
        context,
        side,
        problems: pictureProblems(quality, refusal).map(({ code, verdict }) => `${code} (${verdict})`),
      })),
      document: findings.documentClass,
      zone: findings.mrz?.status ?? null,
      barcode: findings.barcode?.kind ?? null,
      print: findings.printed?.template ?? null,
      fields: fields.filter(({ status }) => status !== 'unknown'),
      faces: {
        portrait: findings.comparison,
        whyNot: findings.comparisonReason,
        reference: findings.reference,
      },
      signs: findings.evidence.map(({ code, strength, sentence }) => ({ code, strength, sentence })),
      assurance: assuranceWords[assuranceOf(findings.liveness)],
      challengeFaults: findings.liveness.challenge ? challengeFaults(findings.liveness.challenge) : null,
      links: findings.links?.sessions ?? [],
      notComputed: findings.notComputed,
      models: findings.models,
    },
  };
}
