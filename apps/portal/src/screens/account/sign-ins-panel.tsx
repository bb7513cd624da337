import { type Column, DataTable, Panel, Time } from '@countersign/browser-ui';
import type { PortalSignIns } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { signInsQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSignOut } from '../../shell/account-menu.tsx';
import { useSpeech } from '../../words/context.tsx';

type SignIn = PortalSignIns['rows'][number];

/** Lists where the reader is signed in, and ends sign-ins. */
export function SignInsPanel() {
  const { words } = useSpeech();
  const texts = words.account;
  const query = useQuery(signInsQuery);
  const everywhere = useSignOut('sign-out/everywhere');
  const end = useChange<SignIn, null>({
    act: ({ id }) => change('DELETE', `sign-ins/${id}`),
    touches: ['sign-ins'],
  });
  const columns: Column<SignIn>[] = [
    {
      key: 'device',
      title: texts.device,
      heads: true,
      cell: ({ device, current }) => (
        <span className="stacked">
          <span className="strong">{device}</span>
          {current && <span className="quiet small">{texts.thisOne}</span>}
        </span>
      ),
    },
    {
      key: 'address',
      title: texts.address,
      cell: ({ address }) => <span className="mono small">{address}</span>,
    },
    { key: 'since', title: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { key: 'seen', title: texts.lastSeen, cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
    {
      key: 'actions',
      title: words.common.actions,
      quiet: true,
      cell: (signIn) =>
        !signIn.current && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={texts.endOf(signIn.device)}
            onClick={() => end.run(signIn)}
          >
            {texts.end}
          </Button>
        ),
    },
  ];
  return (
    <Panel
      title={texts.signIns}
      intro={texts.signInsIntro}
      actions={
        <Button
          variant="default"
          size="xs"
          title={texts.everywhereIntro}
          onClick={() => everywhere.run(undefined)}
        >
          {texts.everywhere}
        </Button>
      }
      flush
    >
      <Loaded query={query} lines={3}>
        {({ rows }) => (
          <DataTable caption={texts.signInsCaption} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Loaded>
      <FailureAlert failure={end.failure ?? everywhere.failure} />
    </Panel>
  );
}
