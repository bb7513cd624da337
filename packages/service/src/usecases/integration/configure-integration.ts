import { createHash } from 'node:crypto';
import { requireBrandTexts } from '../../settings/brand-texts.ts';
import {
  type IntegrationSettings,
  InvalidSetting,
  type SettingGroup,
  settingGroups,
  settingsOf,
} from '../../settings/integration-settings.ts';
import { type Installation, refuseUnsupported } from '../../settings/unsupported-settings.ts';
import type { ServiceContext } from '../../context.ts';
import type { Tx } from '../../storage/engine/database.ts';
import { deleteOtherLogos, findLogo, insertLogo } from '../../storage/integration/brand-logos.ts';
import { insertAudit } from '../../storage/audit-chain/audit.ts';
import { reserveName } from '../../storage/integration/integration-names.ts';
import {
  hasSessions,
  type IntegrationRow,
  lockIntegration,
  updateIntegration,
} from '../../storage/integration/integrations.ts';
import { plannedState, planFullRun, queuePersonas } from '../../storage/watchlist/monitor-runs.ts';
import { isSuspended } from '../../storage/portal/suspensions.ts';
import { reopenUnapproved } from './end-proposals.ts';
import type { Logo } from './read-logo.ts';

/** A member that is `undefined` reverts to the mode's default; members of groups change individually. */
export type ChangedSettings = {
  [Name in Exclude<keyof IntegrationSettings, SettingGroup>]?: IntegrationSettings[Name] | undefined;
} & {
  [Group in SettingGroup]?:
    | { [Name in keyof IntegrationSettings[Group]]?: IntegrationSettings[Group][Name] | undefined }
    | undefined;
};

/** Approval with which a proposal is applied. */
export interface Approval {
  proposal: string;
  proposedBy: string;
  /** `null`: one person is sufficient. */
  approvedBy: string | null;
}

export interface ConfigureIntegration {
  integrationId: string;
  name?: string;
  /** Rejects a name that another integration has, in any case. */
  uniqueName?: boolean;
  /** `false` stops the integration immediately. @see spec/contract.md A-11 */
  active?: boolean;
  /** Settings to change. */
  settings?: ChangedSettings;
  /** Replaces the current logo. */
  logo?: Logo;
  /** Capabilities of the installation, so that settings it does not support are rejected; absent: all. @see spec/contract.md A-135 */
  installation?: Installation;
  /** The {@link flowVersion} that the change is based on; absent: any. */
  flowVersion?: string;
  /** The same for {@link brandingVersion}. */
  brandingVersion?: string;
  /** Throws if the settings in force do not allow the change; they are locked while it runs. */
  judge?: (before: IntegrationSettings) => void;
  /** The reason for the audit log; never personal data. */
  reason?: string | null;
  /** The change that is undone, for the audit log. */
  rollsBackBefore?: number;
  /** Who is responsible for changed settings besides the actor: the client's own people for theirs, or a second operator. @see spec/contract.md A-376 */
  approval?: 'client' | Approval;
  actor: string;
}

export type Configured =
  | { outcome: 'configured'; settings: IntegrationSettings }
  | { outcome: 'unknown-integration' | 'changed-meanwhile' | 'organisation-suspended' | 'needs-approval' }
  /** Whether a registry alone decides is fixed by the first session: sessions of both kinds must never coexist. */
  | { outcome: 'standalone-registry-needs-a-new-integration' };

/** Changes with the pages that may show the flow, and with its final address. */
export const flowVersion = ({ origins, callback, handoff }: IntegrationSettings): string =>
  digestOf([origins, callback, handoff]);

/** Changes with anything about the look of the flow. */
export const brandingVersion = ({ branding }: IntegrationSettings): string => digestOf(branding);

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

/** Changes an integration's name, settings, or whether it is active. @throws Error naming a wrong setting; NameTaken */
export const configureIntegration =
  ({ database, keyRing }: Pick<ServiceContext, 'database' | 'keyRing'>) =>
  async (input: ConfigureIntegration): Promise<Configured> => {
    const configured = await database.transaction((tx) => configureIn(tx, input));
    keyRing.forget();
    return configured;
  };

/** The same inside a transaction; whoever commits it must clear the key cache. @throws Error naming a wrong setting; NameTaken */
export async function configureIn(tx: Tx, input: ConfigureIntegration): Promise<Configured> {
  // The organisation is locked before its integrations, in the same order as when it is suspended.
  const barred = input.active === true && (await isSuspended(tx, input.integrationId));
  const row = await lockIntegration(tx, input.integrationId);
  if (!row) return { outcome: 'unknown-integration' };
  const { before, after: parsed, stored: settings } = settingsAfter(row, withLogo(input));
  if (!isAsSeen(input, before)) return { outcome: 'changed-meanwhile' };
  if (barred && !row.active) return { outcome: 'organisation-suspended' };
  input.judge?.(before);
  if (before.secondApprover && !isApproved(input)) return { outcome: 'needs-approval' };
  if (input.settings !== undefined) refuseUnsupported(parsed, input.installation ?? null);
  if (await movesStandalone(tx, row, { before, after: parsed }))
    return { outcome: 'standalone-registry-needs-a-new-integration' };
  const next = { id: row.id, name: input.name ?? row.name, active: input.active ?? row.active, settings };
  if (input.uniqueName && input.name !== undefined) await reserveName(tx, { name: input.name, own: row.id });
  await updateIntegration(tx, next);
  await keepLogos(tx, { integrationId: row.id, before, after: parsed, logo: input.logo });
  await followChange(tx, input, { before, after: parsed });
  await insertAudit(tx, {
    integrationId: row.id,
    actor: input.actor,
    action: 'configure-integration',
    sessionId: null,
    details: {
      active: next.active,
      changed: settingDifferences(before, parsed),
      ...whyOf(input),
      ...(row.name === next.name ? {} : { name: { from: row.name, to: next.name } }),
    },
  });
  return { outcome: 'configured', settings: parsed };
}

/** Side effects of a change of settings. */
async function followChange(
  tx: Tx,
  input: ConfigureIntegration,
  { before, after }: BeforeAndAfter,
): Promise<void> {
  const { integrationId, actor } = input;
  if (after.secondApprover && !before.secondApprover)
    await reopenUnapproved(tx, { integrationId, except: proposalOf(input), actor });
  // monitored sessions are screened again under the new rules.
  if (finds(before) === finds(after)) return;
  await planFullRun(tx, { integrationId, state: (await plannedState(tx)) ?? '' });
  await queuePersonas(tx, integrationId);
}

const proposalOf = ({ approval }: ConfigureIntegration): string | null =>
  typeof approval === 'object' ? approval.proposal : null;

const whyOf = ({ reason, rollsBackBefore, approval }: ConfigureIntegration) => ({
  ...(reason == null ? {} : { reason }),
  ...(rollsBackBefore === undefined ? {} : { rollsBackBefore }),
  ...(typeof approval === 'object' ? approval : {}),
});

/** A name, a logo and activation need no second person: anyone who notices harm can stop an integration immediately. */
const isApproved = ({ settings = {}, approval }: ConfigureIntegration): boolean =>
  Object.keys(settings).length === 0 ||
  approval === 'client' ||
  (approval !== undefined && approval.approvedBy !== null);

/** Settings of an integration before and after a change, and in their new stored form. @throws InvalidSetting */
export function settingsAfter({ mode, settings }: IntegrationRow, changes: ChangedSettings) {
  // Through JSON, so that members set to `undefined` disappear.
  const stored = JSON.parse(JSON.stringify(changedSettings(settings, changes))) as Record<string, unknown>;
  const after = settingsOf(mode, stored);
  requireBrandTexts(changes.branding);
  return { before: settingsOf(mode, settings), after, stored };
}

interface BeforeAndAfter {
  before: IntegrationSettings;
  after: IntegrationSettings;
}

/** Whether a change would make sessions be decided in a different way than existing ones. */
export const movesStandalone = async (
  tx: Tx,
  { id }: Pick<IntegrationRow, 'id'>,
  { before, after }: BeforeAndAfter,
): Promise<boolean> => standalone(before) !== standalone(after) && (await hasSessions(tx, id));

const isAsSeen = (
  seen: Pick<ConfigureIntegration, 'flowVersion' | 'brandingVersion'>,
  before: IntegrationSettings,
): boolean =>
  (seen.flowVersion ?? flowVersion(before)) === flowVersion(before) &&
  (seen.brandingVersion ?? brandingVersion(before)) === brandingVersion(before);

/** The changes, including the setting that refers to a new logo. */
function withLogo({ settings = {}, logo }: ConfigureIntegration): ChangedSettings {
  if (logo === undefined) return settings;
  const { digest, width, height } = logo;
  return { ...settings, branding: { ...settings.branding, logo: { digest, width, height } } };
}

interface KeptLogos extends BeforeAndAfter {
  integrationId: string;
  /** A logo to be stored for the first time. */
  logo: Logo | undefined;
}

/** Keeps the logo of the settings and the previous one, for pages that are open. @throws InvalidSetting */
async function keepLogos(tx: Tx, { integrationId, before, after, logo }: KeptLogos): Promise<void> {
  const digests = [before, after].flatMap(({ branding }) => branding.logo?.digest ?? []);
  if (logo !== undefined) await insertLogo(tx, { integrationId, ...logo });
  const named = after.branding.logo;
  if (JSON.stringify(before.branding.logo) === JSON.stringify(named)) return;
  if (named !== null && (await findLogo(tx, { integrationId, digest: named.digest })) === null)
    throw new InvalidSetting('branding.logo: must be the digest of a stored logo; "--logo FILE" stores one');
  await deleteOtherLogos(tx, { integrationId, digests });
}

/** The settings that affect which hits a person has. */
function finds({ watchlist }: IntegrationSettings): string {
  const { lists, matchThreshold, exactMatch, countries, excludeDeceased, limit } = watchlist;
  return JSON.stringify([[...lists].sort(), matchThreshold, exactMatch, countries, excludeDeceased, limit]);
}

/** The registry that decides alone; `null` if identity checks decide first, or only lists are screened. */
function standalone({ identityVerification, registry }: IntegrationSettings): string | null {
  return identityVerification ? null : registry;
}

function changedSettings(stored: Record<string, unknown>, changes: ChangedSettings = {}) {
  const next: Record<string, unknown> = { ...stored, ...changes };
  for (const group of settingGroups) {
    const members = changes[group];
    if (members !== undefined) next[group] = { ...(stored[group] as object), ...members };
  }
  return next;
}

/** Every setting that differs, before and after: the history of what was in force when. */
export function settingDifferences(before: IntegrationSettings, after: IntegrationSettings) {
  const names = Object.keys(after) as (keyof IntegrationSettings)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, { from: before[name], to: after[name] }]));
}
