import { Facts, Note, Panel } from '@countersign/browser-ui';
import {
  flowHandoffModes,
  type PortalFlowChange,
  type PortalFlowSettings,
  type PortalVersion,
} from '@countersign/contract';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SaveBar } from '../../parts/save-bar.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { flowSettingsQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useIntegration } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { IntegrationPage } from './integration-page.tsx';

const route = getRouteApi('/frame/integrations/$id/flow');

/** Which pages may embed the flow, where it leads at the end, and whether people on a computer continue on a phone. */
export function FlowScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(flowSettingsQuery(id));
  return (
    <IntegrationPage id={id} intro={words.flow.intro}>
      {() => (
        <Loaded query={query}>
          {(settings) =>
            settings.canConfigure ? (
              <FlowForm id={id} settings={settings} />
            ) : (
              <Settings settings={settings} />
            )
          }
        </Loaded>
      )}
    </IntegrationPage>
  );
}

/** Read-only view for people who may not change the settings. */
function Settings({ settings: { origins, callback, handoff, flowUrl } }: { settings: PortalFlowSettings }) {
  const { words } = useSpeech();
  const texts = words.flow;
  return (
    <>
      <Note tone="idle" icon="lock">
        {texts.noRight}
      </Note>
      <Panel>
        <Facts
          facts={[
            [
              texts.origins,
              origins === null ? (
                texts.every
              ) : origins.length === 0 ? (
                texts.none
              ) : (
                <OriginList key="o" origins={origins} />
              ),
            ],
            [texts.callback, callback === null ? texts.noCallback : <code key="c">{callback}</code>],
            [texts.handoff, texts.handoffModes[handoff]],
            [texts.flowUrl, <code key="u">{flowUrl}</code>],
          ]}
        />
      </Panel>
    </>
  );
}

const OriginList = ({ origins }: { origins: readonly string[] }) => (
  <ul className="plain-list">
    {origins.map((origin) => (
      <li key={origin} className="mono wrap">
        {origin}
      </li>
    ))}
  </ul>
);

/** One origin per line; empty lines are ignored. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface FlowFormProps {
  id: string;
  settings: PortalFlowSettings;
}

/** Values of the fields. */
interface Typed {
  pages: string;
  origins: string;
  callback: string;
  handoff: PortalFlowSettings['handoff'];
}

const typedOf = ({ origins, callback, handoff }: PortalFlowSettings): Typed => ({
  pages: origins === null ? 'every' : 'some',
  origins: (origins ?? []).join('\n'),
  callback: callback ?? '',
  handoff,
});

const wantedOf = ({ pages, origins, callback, handoff }: Typed): Omit<PortalFlowChange, 'version'> => ({
  origins: pages === 'every' ? null : linesOf(origins),
  callback: callback.trim() === '' ? null : callback.trim(),
  handoff,
});

function FlowForm({ id, settings }: FlowFormProps) {
  const { words } = useSpeech();
  const texts = words.flow;
  const { version } = settings;
  const stored = typedOf(settings);
  const [typed, type] = useState(stored);
  // Changes by someone else replace the input.
  useEffect(() => type(stored), [version]);
  const save = useChange<PortalFlowChange, PortalVersion>({
    act: (body) => change('PUT', `integrations/${id}/flow`, body),
    touches: ['flow-settings', 'audit'],
  });
  const isChanged = JSON.stringify(typed) !== JSON.stringify(stored);
  const fields = {
    id,
    typed,
    set: (part: Partial<Typed>) => type((before) => ({ ...before, ...part })),
    wrong: save.failure?.code === 'invalid' ? save.failure.member : undefined,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ ...wantedOf(typed), version });
      }}
    >
      <Stack gap="md">
        <Origins {...fields} />
        <Callback {...fields} />
        <Handoff {...fields} />
        <Panel title={texts.flowUrl} intro={texts.flowUrlIntro}>
          <code>{settings.flowUrl}</code>
        </Panel>
        <FailureAlert failure={save.failure} />
        <SaveBar save={save} isChanged={isChanged} />
      </Stack>
    </form>
  );
}

interface FieldsProps {
  id: string;
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  /** The member that the service rejected. */
  wrong: string | undefined;
}

function Origins({ id, typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.flow;
  const isLive = useIntegration(id)?.mode === 'live';
  return (
    <Panel title={texts.origins} intro={texts.originsIntro}>
      <Radio.Group aria-label={texts.origins} value={typed.pages} onChange={(pages) => set({ pages })}>
        <Stack gap="xs">
          <Radio value="every" label={texts.every} description={isLive ? texts.everyLive : texts.everyTest} />
          <Radio value="some" label={texts.some} />
        </Stack>
      </Radio.Group>
      {typed.pages === 'some' && (
        <Textarea
          mt="md"
          label={texts.list}
          description={isLive ? texts.listHintLive : texts.listHint}
          placeholder="https://shop.example.com"
          rows={5}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          error={wrong?.startsWith('origins') === true}
          value={typed.origins}
          onChange={(event) => set({ origins: event.currentTarget.value })}
        />
      )}
      {wantedOf(typed).origins?.length === 0 && <p className="quiet small panel-more">{texts.none}</p>}
    </Panel>
  );
}

function Callback({ typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.flow;
  return (
    <Panel title={texts.callback} intro={texts.callbackIntro}>
      <TextInput
        type="url"
        inputMode="url"
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://shop.example.com/done"
        maxLength={2_048}
        spellCheck={false}
        classNames={{ input: 'mono' }}
        error={wrong === 'callback'}
        value={typed.callback}
        onChange={(event) => set({ callback: event.currentTarget.value })}
      />
    </Panel>
  );
}

function Handoff({ typed, set }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.flow;
  return (
    <Panel title={texts.handoff} intro={texts.handoffIntro}>
      <Radio.Group aria-label={texts.handoff} value={typed.handoff} onChange={(handoff) => set({ handoff })}>
        <Stack gap="xs">
          {flowHandoffModes.map((mode) => (
            <Radio
              key={mode}
              value={mode}
              label={texts.handoffModes[mode]}
              description={texts.handoffHints[mode]}
            />
          ))}
        </Stack>
      </Radio.Group>
    </Panel>
  );
}
