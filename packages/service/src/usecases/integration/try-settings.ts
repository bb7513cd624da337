import { decideSession, nextSession, noCrosslinks } from '@countersign/core';
import type { ServiceContext } from '../../context.ts';
import type { IntegrationSettings } from '../../settings/integration-settings.ts';
import { isJudged } from '../../settings/judged-settings.ts';
import { type Installation, refuseUnsupported } from '../../settings/unsupported-settings.ts';
import { listIntegrationsById } from '../../storage/integration/integrations.ts';
import { findAttempt, listDecidedAttempts } from '../../storage/session/decisions.ts';
import { compareScripts } from '../session/compare-scripts.ts';
import {
  decryptAttempt,
  decryptFindings,
  type DecryptedAttempt,
  judgementDay,
} from '../session/record-decision.ts';
import { type ChangedSettings, settingsAfter } from './configure-integration.ts';
import { differingValues } from './proposed-changes.ts';

/** Maximum number of example sessions that would be decided differently. */
const mostSamples = 20;

export interface TrySettings {
  integrationId: string;
  settings: ChangedSettings;
  installation: Installation;
  /** How many of the newest sessions decided by the checks to use. */
  sessions: number;
}

/** Result of the checks: a status and its reason code. */
interface Judgement {
  status: string;
  code: number | null;
}

interface Sample {
  sessionId: string;
  before: Judgement;
  after: Judgement;
}

export type SettingsTried =
  | {
      outcome: 'tried';
      /** Sessions considered. */
      sessions: number;
      /** Sessions whose findings are stored, so that they can be decided again. */
      compared: number;
      /** Number of these with a different status or reason code. */
      changed: number;
      /** Changed settings whose effect cannot be shown this way. */
      untried: string[];
      /** The registry that decides about approvals last; `null`: none. */
      registry: string | null;
      /** Compared sessions by current and new status; most frequent first. */
      counts: { before: string; after: string; sessions: number }[];
      samples: Sample[];
    }
  | { outcome: 'unknown-integration' | 'nothing-changes' | 'nothing-to-try' };

/**
 * Decides the findings of already decided sessions under the current and under changed settings, as of the day they were
 * submitted and with the links they had. Writes nothing, calls no registry, and takes no locks.
 * @throws InvalidSetting
 */
export const trySettings =
  (ctx: Pick<ServiceContext, 'database' | 'vault'>) =>
  async ({ integrationId, settings, installation, sessions }: TrySettings): Promise<SettingsTried> => {
    const [row] = await listIntegrationsById(ctx.database, integrationId);
    if (!row) return { outcome: 'unknown-integration' };
    const { before, after } = settingsAfter(row, settings);
    refuseUnsupported(after, installation);
    const names = Object.keys(differingValues(before, after).after);
    if (names.length === 0) return { outcome: 'nothing-changes' };
    const untried = names.filter((name) => !isJudged(name));
    if (untried.length === names.length) return { outcome: 'nothing-to-try' };
    const keys = await listDecidedAttempts(ctx.database, { integrationId, limit: sessions });
    const compared: Sample[] = [];
    for (const key of keys) {
      const found = await findAttempt(ctx.database, key);
      const opened = found && decryptAttempt(ctx, key, found);
      const [now, then] = [before, after].map((policy) => opened && judgementOf(opened, policy));
      if (now && then) compared.push({ sessionId: key.sessionId, before: now, after: then });
    }
    const changed = compared.filter(isChanged);
    return {
      outcome: 'tried',
      sessions: keys.length,
      compared: compared.length,
      changed: changed.length,
      untried,
      registry: after.registry,
      counts: countsOf(compared),
      samples: changed.slice(0, mostSamples),
    };
  };

/** Result of the checks under these settings; `null` if no findings are stored. */
function judgementOf(opened: DecryptedAttempt, policy: IntegrationSettings): Judgement | null {
  const findings = policy.identityVerification ? decryptFindings(opened) : null;
  if (findings === null) return null;
  const { session, row } = opened;
  const verdict = decideSession({
    session,
    policy,
    findings,
    links: findings.links ?? noCrosslinks,
    today: judgementDay(row),
    attempt: row.ordinal,
    compareScripts,
  });
  if (verdict.kind === 'undecided') return null;
  return { status: nextSession('submitted', verdict.outcome)?.to ?? 'submitted', code: verdict.code };
}

const isChanged = ({ before, after }: Sample): boolean =>
  before.status !== after.status || before.code !== after.code;

function countsOf(compared: readonly Sample[]) {
  const counts = new Map<string, { before: string; after: string; sessions: number }>();
  for (const { before, after } of compared) {
    const key = `${before.status} ${after.status}`;
    const found = counts.get(key) ?? { before: before.status, after: after.status, sessions: 0 };
    counts.set(key, { ...found, sessions: found.sessions + 1 });
  }
  return [...counts.values()].toSorted((one, other) => other.sessions - one.sessions);
}
