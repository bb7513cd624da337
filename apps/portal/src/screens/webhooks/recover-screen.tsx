import { type Column, DataTable, DoneNote, Empty, Mark, Page, Panel } from '@countersign/browser-ui';
import type { PortalRecoverable } from '@countersign/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ChooseIntegration } from '../../parts/choose-integration.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { type Recovery, useRecovery } from './use-recovery.ts';
import { typeName } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks/recover');

const dayMs = 86_400_000;
/** A time in the format of the field: the reader's time zone, to the minute. */
function localText(moment: Date): string {
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** Resends all webhooks that have failed since a given time, after counting them. */
export function RecoverScreen() {
  const { words } = useSpeech();
  const { integrations, can } = useMe();
  const { integration } = route.useSearch();
  const [id, setId] = useState(integration ?? integrations[0]?.id ?? '');
  const [since, setSince] = useState(() => localText(new Date(Date.now() - dayMs)));
  const recovery = useRecovery();
  const texts = words.recover;
  const moment = new Date(since);
  const isMoment = !Number.isNaN(moment.getTime());
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    recovery.reset();
  };
  return (
    <Page title={texts.title} intro={texts.intro} above={<Link to="/webhooks">{words.webhooks.title}</Link>}>
      {!can('manage-webhooks') ? (
        <Panel>
          <Empty icon="lock" title={words.errors.notAllowedTitle} text={words.errors.notAllowed} />
        </Panel>
      ) : (
        <>
          <Panel>
            <form
              className="filter"
              onSubmit={(event) => {
                event.preventDefault();
                if (isMoment) recovery.count(id, moment.toISOString());
              }}
            >
              <ChooseIntegration value={id} onChange={change(setId)} />
              <TextInput
                className="filter-wide"
                type="datetime-local"
                label={texts.since}
                required
                withAsterisk={false}
                value={since}
                onChange={(event) => change(setSince)(event.currentTarget.value)}
              />
              <div className="filter-end">
                <Button
                  type="submit"
                  variant={recovery.counted === null ? 'filled' : 'default'}
                  disabled={!isMoment || id === '' || recovery.state === 'running'}
                  loading={recovery.state === 'counting'}
                >
                  {texts.count}
                </Button>
              </div>
            </form>
            <FailureAlert failure={recovery.failure} />
          </Panel>
          {recovery.counted !== null && <Counted recovery={recovery} counted={recovery.counted} />}
        </>
      )}
    </Page>
  );
}

type Failed = PortalRecoverable['types'][number];

function columnsOf(words: Words): Column<Failed>[] {
  const texts = words.recover;
  return [
    {
      key: 'type',
      title: words.webhooks.type,
      heads: true,
      cell: ({ type, paused }) => (
        <span className="integration">
          <span className="strong">{typeName(words, type)}</span>
          {paused && <Mark tone="warn">{words.urls.pausedBadge}</Mark>}
        </span>
      ),
    },
    { key: 'given-up', title: texts.givenUp, numeric: true, cell: ({ givenUp }) => givenUp },
    { key: 'retried', title: texts.retried, numeric: true, cell: ({ retried }) => retried },
  ];
}

interface CountedProps {
  recovery: Recovery;
  counted: NonNullable<Recovery['counted']>;
}

/** The number of webhooks to resend, then the progress. */
function Counted({ recovery, counted: { types, integrationId } }: CountedProps) {
  const { words } = useSpeech();
  const texts = words.recover;
  const { state, queued } = recovery;
  const all = types.reduce((sum, { givenUp, retried }) => sum + givenUp + retried, 0);
  if (types.length === 0)
    return (
      <Panel>
        <Empty icon="check" title={texts.noneTitle} text={texts.none} />
      </Panel>
    );
  return (
    <Panel title={texts.found(all)} intro={texts.foundIntro} flush>
      <DataTable caption={texts.caption} columns={columnsOf(words)} rows={types} keyOf={({ type }) => type} />
      <div className="panel-body">
        {types.some(({ paused }) => paused) && (
          <p className="small panel-more">
            {texts.paused}{' '}
            <Link to="/integrations/$id/webhooks" params={{ id: integrationId }}>
              {texts.toUrls}
            </Link>
          </p>
        )}
        <Group gap="sm" align="center">
          {state !== 'done' && (
            <Button loading={state === 'running'} onClick={recovery.start}>
              {state === 'stopped' ? texts.goOn : texts.send(all)}
            </Button>
          )}
          {state === 'running' && (
            <Button variant="default" onClick={recovery.stop}>
              {texts.stop}
            </Button>
          )}
          {(state === 'running' || state === 'stopped') && (
            <span role="status" className="quiet small">
              {texts.progress(queued ?? 0, all)}
            </span>
          )}
        </Group>
        <DoneNote>
          {state === 'done' && (
            <>
              {texts.done(queued ?? 0)}{' '}
              <Link to="/webhooks" search={{ integration: integrationId }}>
                {texts.toLog}
              </Link>
            </>
          )}
        </DoneNote>
      </div>
    </Panel>
  );
}
