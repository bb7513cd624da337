import {
  type Column,
  CopyField,
  DataTable,
  DoneNote,
  icons,
  Mark,
  Page,
  Panel,
  Time,
} from '@countersign/browser-ui';
import type { PortalAuditChain, PortalAuditExport } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { storeFile } from '../../parts/download.tsx';
import { IntegrationName } from '../../parts/marks.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { auditChainsQuery } from '../../service/queries.ts';
import { type Change, useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { chainKey, useVerification, type Verification, type Verified } from './use-verification.ts';

/** A chain with its display name. */
interface NamedChain extends PortalAuditChain {
  name: string;
}

/** The result of verifying a chain, in colour and words. */
function Result({ verified, rows }: { verified: Verified | undefined; rows: number }) {
  const { words } = useSpeech();
  const texts = words.integrity;
  if (verified === undefined) return <span className="quiet">{texts.notVerified}</span>;
  const { through, broken, at } = verified;
  if (at === null) return <Mark tone="busy">{texts.verifying(through, rows)}</Mark>;
  if (broken === null)
    return (
      <span className="stacked">
        <Mark tone="good">{texts.intact}</Mark>
        <span className="quiet small">
          {texts.entries(through)}, <Time at={at} />
        </span>
      </span>
    );
  const { fault, position, auditId } = broken;
  const places = [
    ...(position === null ? [] : [texts.atPosition(position)]),
    ...(auditId === null ? [] : [texts.atRow(auditId)]),
  ];
  return (
    <span className="stacked">
      <Mark tone="bad">{texts.faults[fault]}</Mark>
      <span className="small">{places.join(', ')}</span>
    </span>
  );
}

interface Actions {
  verification: Verification;
  exporting: Change<NamedChain, void>;
}

function columnsOf(words: Words, { verification, exporting }: Actions): Column<NamedChain>[] {
  const texts = words.integrity;
  return [
    {
      key: 'log',
      title: texts.log,
      heads: true,
      cell: ({ integrationId }) =>
        integrationId === null ? (
          <span className="strong">{texts.organisation}</span>
        ) : (
          <IntegrationName id={integrationId} />
        ),
    },
    {
      key: 'rows',
      title: texts.rows,
      cell: ({ rows, waiting }) => (
        <span className="stacked">
          {texts.entries(rows)}
          {waiting > 0 && <span className="quiet small">{texts.waiting(waiting)}</span>}
        </span>
      ),
    },
    {
      key: 'checkpoint',
      title: texts.checkpoint,
      cell: ({ checkpoint }) =>
        checkpoint === null ? (
          <span className="quiet">{texts.noCheckpoint}</span>
        ) : (
          <span className="stacked">
            <Time at={checkpoint.at} />
            <span className="quiet small">{texts.upTo(checkpoint.position)}</span>
          </span>
        ),
    },
    {
      key: 'result',
      title: texts.result,
      cell: ({ integrationId, rows }) => (
        <Result verified={verification.found.get(chainKey(integrationId))} rows={rows} />
      ),
    },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (chain) => (
        <span className="row-actions">
          <Button
            size="compact-sm"
            variant="default"
            disabled={verification.busy}
            aria-label={`${texts.verify}: ${chain.name}`}
            onClick={() => verification.verify([chain.integrationId])}
          >
            {texts.verify}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            disabled={exporting.busy}
            aria-label={`${texts.export}: ${chain.name}`}
            onClick={() => exporting.run(chain)}
          >
            {texts.export}
          </Button>
        </span>
      ),
    },
  ];
}

/** Exports all parts of a chain as one file. */
async function exportChain({ integrationId }: NamedChain): Promise<void> {
  const parts: string[] = [];
  for (let after = 0; ;) {
    const part = await change<PortalAuditExport>('POST', 'audit/export', { integrationId, after });
    parts.push(part.lines);
    if (part.isEnd) break;
    after = part.through;
  }
  storeFile(parts, `audit-${integrationId ?? 'organisation'}.jsonl`);
}

/** The hash chains of the audit log: how far they are signed, whether they are intact, and their export. */
export function IntegrityScreen() {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const texts = words.integrity;
  const query = useQuery(auditChainsQuery);
  const verification = useVerification();
  const exporting = useChange({ act: exportChain, touches: ['audit', 'audit-chains'] });
  const nameOf = (id: string | null) =>
    id === null ? texts.organisation : (integrations.find((each) => each.id === id)?.name ?? id);
  const all = (query.data?.chains ?? []).map(({ integrationId }) => integrationId);
  return (
    <Page
      title={texts.title}
      intro={texts.intro}
      above={<Link to="/audit">{words.audit.title}</Link>}
      actions={
        <Button
          leftSection={<icons.check size={16} />}
          loading={verification.busy}
          disabled={all.length === 0}
          onClick={() => verification.verify(all)}
        >
          {texts.verifyAll}
        </Button>
      }
    >
      <FailureAlert failure={verification.failure ?? exporting.failure} />
      <DoneNote>{exporting.done && !exporting.busy && texts.exported}</DoneNote>
      <Loaded query={query} lines={5}>
        {({ chains, publicKey }) => (
          <>
            <Panel flush>
              <DataTable
                caption={texts.caption}
                columns={columnsOf(words, { verification, exporting })}
                rows={chains.map((chain) => ({ ...chain, name: nameOf(chain.integrationId) }))}
                keyOf={({ integrationId }) => chainKey(integrationId)}
              />
            </Panel>
            <Panel title={texts.key} intro={texts.keyIntro}>
              <CopyField value={publicKey} name={texts.key} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}
