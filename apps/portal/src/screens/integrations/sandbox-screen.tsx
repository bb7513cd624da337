import { DoneNote, Note, Panel, Time } from '@countersign/browser-ui';
import { type PortalAdvanceClock, type PortalClockAdvanced, type PortalSandbox } from '@countersign/contract';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { sandboxQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { IntegrationPage } from './integration-page.tsx';
import { Personas } from './personas.tsx';

const route = getRouteApi('/frame/integrations/$id/sandbox');

/** Time jumps that the page offers, in seconds. */
const jumps = { minutes: 300, week: 604_800, year: 31_536_000 } as const;
type Jump = keyof typeof jumps;

/** A duration in the largest unit of which it is a whole multiple. */
function lengthText(seconds: number, language: string): string {
  const units = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  const [unit, size] = units.find(([, length]) => seconds % length === 0) ?? ['second', 1];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size);
}

/** Test tools of an integration: its clock, names and numbers with fixed results, and specimen documents. */
export function SandboxScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(sandboxQuery(id));
  return (
    <IntegrationPage id={id} intro={words.sandbox.intro}>
      {() => (
        <Loaded query={query}>
          {(sandbox) => (
            <>
              <Clock id={id} sandbox={sandbox} />
              <Specimens />
              <Personas
                personas={sandbox.personas}
                shown={show}
                show={(group) => void navigate({ search: { show: group }, replace: true })}
              />
            </>
          )}
        </Loaded>
      )}
    </IntegrationPage>
  );
}

function Clock({ id, sandbox }: { id: string; sandbox: PortalSandbox }) {
  const { words, language } = useSpeech();
  const texts = words.sandbox;
  const [chosen, choose] = useState<Jump | null>(null);
  const [moved, setMoved] = useState<number | null>(null);
  return (
    <Panel title={texts.clock} intro={texts.clockIntro}>
      {sandbox.canDrive ? (
        <div className="row-actions">
          {(Object.keys(jumps) as Jump[]).map((jump) => (
            <Button
              key={jump}
              variant="default"
              px={12}
              onClick={() => {
                setMoved(null);
                choose(jump);
              }}
            >
              {texts.jumps[jump]}
            </Button>
          ))}
        </div>
      ) : (
        <Note tone="idle" icon="lock">
          {texts.noRight}
        </Note>
      )}
      <DoneNote>{moved !== null && texts.moved(lengthText(moved, language))}</DoneNote>
      {sandbox.jumps.length > 0 && (
        <ul className="plain-list jumps" aria-label={texts.lastJumps}>
          {sandbox.jumps.map((jump) => (
            <li key={jump.id} className="small">
              <span className="strong">{lengthText(jump.seconds, language)}</span>{' '}
              <span className="quiet">
                <Time at={jump.at} /> · {jump.by}
              </span>
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && (
        <AdvanceDialog
          id={id}
          jump={chosen}
          mostSessions={sandbox.mostSessions}
          onClose={() => choose(null)}
          onMoved={setMoved}
        />
      )}
    </Panel>
  );
}

interface AdvanceDialogProps {
  id: string;
  jump: Jump;
  mostSessions: number;
  onClose: () => void;
  onMoved: (seconds: number) => void;
}

/** Requires confirmation, because time cannot be turned back. */
function AdvanceDialog({ id, jump, mostSessions, onClose, onMoved }: AdvanceDialogProps) {
  const { words, language } = useSpeech();
  const texts = words.sandbox;
  // One id per dialog: pressing again after a lost response does not advance the clock twice.
  const [once] = useState(() => crypto.randomUUID());
  const advance = useChange<PortalAdvanceClock, PortalClockAdvanced>({
    act: (body) => change('POST', `integrations/${id}/sandbox/clock`, body),
    touches: ['sandbox', 'sessions', 'webhooks', 'integrations', 'home', 'requests'],
    onDone: ({ seconds }) => {
      onMoved(seconds);
      onClose();
    },
  });
  const length = lengthText(jumps[jump], language);
  return (
    <FormDialog
      title={texts.jumpTitle(length)}
      onClose={onClose}
      change={advance}
      input={{ seconds: jumps[jump], once }}
      submit={texts.jump}
    >
      <Text size="sm">{texts.jumpHelp[jump]}</Text>
      <Text size="sm" c="dimmed">
        {texts.jumpLimit(new Intl.NumberFormat(language).format(mostSessions))}
      </Text>
    </FormDialog>
  );
}

function Specimens() {
  const { words } = useSpeech();
  const texts = words.sandbox;
  return (
    <Panel title={texts.specimens}>
      <p>
        {texts.specimensIntro}{' '}
        <a href="/docs/sandbox#the-specimen-pack" target="_blank" rel="noreferrer">
          {texts.specimensHelp}
        </a>
      </p>
      <Button mt="sm" variant="default" component="a" href="/docs/specimens.zip" download>
        {texts.download}
      </Button>
    </Panel>
  );
}
