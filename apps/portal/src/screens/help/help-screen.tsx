import { CopyButton, CopyField, Page, Panel } from '@countersign/browser-ui';
import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { DownloadButton } from '../../parts/download.tsx';
import { Loaded } from '../../parts/states.tsx';
import { integrationQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { StatusPanel } from './status-panel.tsx';

/** Getting started, documentation, and the status of the system. */
export function HelpScreen() {
  const { words } = useSpeech();
  const texts = words.help;
  return (
    <Page title={texts.title} intro={texts.intro}>
      <div className="columns">
        <div className="column">
          <Quickstart />
          <CommandLine />
        </div>
        <div className="column">
          <StatusPanel />
          <Documents />
        </div>
      </div>
    </Page>
  );
}

/** Keys of the reader's own test integration, in the format of environment files. Live keys are never included. */
function Quickstart() {
  const { words } = useSpeech();
  const { integrations } = useMe();
  const texts = words.help;
  const own = integrations.filter(({ mode }) => mode === 'test');
  const [chosen, choose] = useState(own[0]?.id ?? '');
  return (
    <Panel title={texts.quickstart} intro={texts.quickstartIntro}>
      {chosen === '' ? (
        <p className="quiet">{texts.noTest}</p>
      ) : (
        <Stack gap="md">
          {own.length > 1 && (
            <NativeSelect
              label={words.common.integration}
              value={chosen}
              onChange={(event) => choose(event.currentTarget.value)}
              data={own.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <Keys id={chosen} />
        </Stack>
      )}
    </Panel>
  );
}

function Keys({ id }: { id: string }) {
  const { words } = useSpeech();
  const { can } = useMe();
  const texts = words.help;
  const query = useQuery(integrationQuery(id));
  return (
    <Loaded query={query} lines={5}>
      {({ apiUrl, apiKey }) => {
        const lines = [`API_URL=${apiUrl}`, `API_KEY=${apiKey}`, `SHARED_SECRET=`];
        return (
          <ol className="help-steps">
            <li>
              <p>{texts.stepKeys}</p>
              <Lines lines={lines} name={texts.envFile} />
              <p className="quiet small">
                {texts.secretHint}{' '}
                {can('manage-keys') && (
                  <Link to="/integrations/$id/keys" params={{ id }}>
                    {texts.toKeys}
                  </Link>
                )}
              </p>
              <DownloadButton text={`${lines.join('\n')}\n`} file="countersign.env">
                {texts.download}
              </DownloadButton>
            </li>
            <li>
              <p>{texts.stepSession}</p>
              <CopyField
                value="bin/countersign session create --access countersign.env --first-name Approve --last-name Maasikas"
                name={texts.command}
              />
            </li>
            <li>
              <p>{texts.stepListen}</p>
              <CopyField
                value={`bin/countersign listen ${id} --forward-to http://127.0.0.1:3000/`}
                name={texts.command}
              />
            </li>
            <li>
              <p>{texts.stepDoctor}</p>
              <CopyField value={`bin/countersign doctor --api ${apiUrl}`} name={texts.command} />
            </li>
            <li>
              <p>
                {texts.stepSandbox}{' '}
                <Link to="/integrations/$id/sandbox" params={{ id }}>
                  {words.integrations.sandbox}
                </Link>
              </p>
            </li>
          </ol>
        );
      }}
    </Loaded>
  );
}

/** Lines of a file, copied as a whole. */
const Lines = ({ lines, name }: { lines: readonly string[]; name: string }) => (
  <div className="copy-field">
    <pre className="mono small wrap">{lines.join('\n')}</pre>
    <CopyButton value={`${lines.join('\n')}\n`} name={name} />
  </div>
);

function CommandLine() {
  const { words } = useSpeech();
  const texts = words.help;
  return (
    <Panel title={texts.commandLine} intro={texts.commandLineIntro}>
      <Stack gap="md">
        <CopyField value="bin/countersign help" name={texts.command} />
        <a href="/docs/command-line">{texts.documents['command-line']}</a>
      </Stack>
    </Panel>
  );
}

const documents = [
  'quickstart',
  'api',
  'signing',
  'webhooks',
  'client',
  'embed',
  'sandbox',
  'errors',
  'screening',
  'portal',
] as const;

/** Links to documentation that this installation serves itself. */
function Documents() {
  const { words } = useSpeech();
  const texts = words.help;
  return (
    <Panel title={texts.documentsTitle}>
      <ul className="plain-list help-documents">
        {documents.map((name) => (
          <li key={name}>
            <a href={`/docs/${name}`}>{texts.documents[name]}</a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
