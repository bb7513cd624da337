import { type CommandInput, exitCodes, isGiven, optionalText, UsageError } from '@countersign/command-line';
import type { ServiceContext } from '../../context.ts';
import type { ChainState } from '../../storage/audit-chain/read-chain.ts';
import { findOrganisation } from '../../storage/portal/organisations.ts';
import { listAuditChains } from '../../usecases/operator/list-audit-chains.ts';
import { listAudit } from '../../usecases/operator/list-audit.ts';
import { sealAudit } from '../../usecases/operator/seal-audit.ts';
import {
  type BrokenLink,
  type KeptEnd,
  type VerifiedChain,
  verifyAuditChain,
} from '../../usecases/operator/verify-audit.ts';
import { type Command, type CommandResult, done, identifierText, integrationOption } from '../command.ts';
import { NotFound } from '../resolve-names.ts';
import { limitOf, limitOption, sinceOption, timeOption } from '../read-options.ts';

/** Formats a chain for printing. */
const chainLine = (
  { source, chainId, waiting, signedPosition, signedAt }: ChainState,
  { through, hash, broken }: VerifiedChain,
) => ({
  chain: `${source}:${chainId}`,
  result: broken?.fault ?? 'intact',
  rows: through,
  waiting,
  signed: signedPosition,
  signedAt,
  // In the format that --checkpoint accepts.
  end: hash === null ? null : `${through}:${Buffer.from(hash).toString('hex')}`,
  position: broken?.position ?? null,
  auditId: broken?.auditId ?? null,
});

/** @throws UsageError */
function keptEnd(input: CommandInput): KeptEnd | null {
  const text = optionalText(input, 'checkpoint');
  if (text === undefined) return null;
  const [, position, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined)
    throw new UsageError(`--checkpoint: must be POSITION:HASH, as "audit verify" prints it, not ${text}`);
  const named = ['integration', 'organisation'].filter((name) => optionalText(input, name) !== undefined);
  if (named.length !== 1)
    throw new UsageError('--checkpoint: must be given with one of --integration and --organisation');
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}

/** Ids of the selected chains; `null` means all. @throws NotFound, UsageError */
async function wantedChains({ database }: Pick<ServiceContext, 'database'>, input: CommandInput) {
  const integration = optionalText(input, 'integration');
  const name = optionalText(input, 'organisation');
  if (integration === undefined && name === undefined) return { integrationIds: null, organisationIds: null };
  const organisation = name === undefined ? null : await findOrganisation(database, name);
  if (name !== undefined && organisation === null)
    throw new NotFound(`organisation: must be one of "portal organisations", not ${name}`);
  return {
    integrationIds: integration === undefined ? [] : [identifierText(integration)],
    organisationIds: organisation === null ? [] : [organisation.id],
  };
}

const brokenNote = (chain: string, { fault, position, auditId }: BrokenLink): string =>
  `${chain}: ${fault.replaceAll('-', ' ')}${position === null ? '' : `, position ${position}`}${
    auditId === null ? '' : `, row ${auditId}`
  }; docs/guides/audit.md describes what to do`;

/** Links entries that are old enough, then verifies; exits with 1 if there is a fault. */
async function verifyAudit(ctx: ServiceContext, input: CommandInput): Promise<CommandResult> {
  const kept = keptEnd(input);
  const wanted = await wantedChains(ctx, input);
  await sealAudit(ctx)();
  const { chains } = await listAuditChains(ctx)(wanted);
  if (chains.length === 0 && wanted.integrationIds !== null)
    throw new NotFound('integration: must be one of "integration list"');
  const lines = [];
  const faults = [];
  for (const chain of chains) {
    const verified = await verifyAuditChain(ctx)(chain, kept);
    const line = chainLine(chain, verified);
    lines.push(line);
    if (verified.broken !== null) faults.push(brokenNote(line.chain, verified.broken));
  }
  if (faults.length === 0) return done(lines);
  return { exitCode: exitCodes.finding, output: lines, note: faults.join('\n') };
}

/** Verbs for the audit log. */
export const auditCommands: Command[] = [
  {
    name: 'audit verify',
    about:
      'verifies that no entry of the audit log was changed, removed, inserted or reordered; exits with status 1 if one was',
    arguments: [],
    options: {
      integration: integrationOption,
      organisation: {
        type: 'string',
        value: 'NAME',
        about: 'verifies the log of one organisation; default all',
      },
      checkpoint: {
        type: 'string',
        value: 'POSITION:HASH',
        about: 'checkpoint that was stored elsewhere and must still be part of the chain',
      },
    },
    example: 'audit verify --json',
    run: verifyAudit,
  },
  {
    name: 'audit list',
    about: 'lists changes with actor and time, newest first',
    arguments: [],
    options: {
      integration: integrationOption,
      session: { type: 'string', value: 'SESSION', about: 'changes of one session' },
      actor: {
        type: 'string',
        value: 'ACTOR',
        about: 'changes of one actor: cli, cli:NAME, api, api:KEY, flow, worker, retention',
      },
      action: { type: 'string', value: 'ACTION', about: 'changes of one kind, e.g. submit-session' },
      since: { ...sinceOption, about: `recorded ${sinceOption.about}` },
      until: { type: 'string', value: 'TIME', about: 'recorded before a time, in the same formats' },
      notes: { type: 'boolean', about: 'prints notes' },
      limit: limitOption,
    },
    example: 'audit list --since 7d --actor cli --format csv',
    run: async (ctx, input) => {
      const [integration, session, actor = null, action = null] = [
        'integration',
        'session',
        'actor',
        'action',
      ].map((name) => optionalText(input, name));
      const filter = {
        integrationId: integration === undefined ? null : identifierText(integration),
        sessionId: session === undefined ? null : identifierText(session),
        actor,
        action,
        since: timeOption(input, 'since'),
        until: timeOption(input, 'until'),
      };
      const withNotes = isGiven(input, 'notes');
      const changes = await listAudit(ctx)({ filter, limit: limitOf(input), withNotes });
      return done(changes.map(({ note, ...change }) => (withNotes ? { ...change, note } : change)));
    },
  },
];
