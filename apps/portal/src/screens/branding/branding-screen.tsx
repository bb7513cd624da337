import { Dialog, Note } from '@countersign/browser-ui';
import type { PortalBranding, PortalBrandingChange, PortalVersion } from '@countersign/contract';
import { Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { brandingQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useIntegration } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { IntegrationPage } from '../integrations/integration-page.tsx';
import { ColourFields } from './colour-fields.tsx';
import { changeOf, type Draft, draftFaults, draftOf, emptyDraft, isSame } from './draft.ts';
import type { FieldsProps, Shown } from './fields.ts';
import { Preview } from './preview.tsx';
import { IdentityFields, LanguageFields, TextFields } from './text-fields.tsx';

const route = getRouteApi('/frame/integrations/$id/branding');

/** The appearance and languages of the flow, with a preview of unsaved changes. */
export function BrandingScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(brandingQuery(id));
  return (
    <IntegrationPage id={id} intro={words.branding.intro}>
      {({ name }) => (
        <Loaded query={query}>
          {(stored) => <Branding key={id} id={id} company={name} stored={stored} />}
        </Loaded>
      )}
    </IntegrationPage>
  );
}

interface BrandingProps {
  id: string;
  /** Name of the integration. */
  company: string;
  stored: PortalBranding;
}

const firstShown = ({ defaultLanguage }: PortalBranding): Shown => ({
  screen: 'start',
  language: defaultLanguage,
  scheme: 'light',
  device: 'phone',
});

/** The draft and the version it is based on; changes that another person saves are not merged into it. */
function useDraft(stored: PortalBranding) {
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(() => draftOf(stored));
  const isChanged = !isSame(draft, draftOf(base));
  const adopt = (next: PortalBranding) => {
    setBase(next);
    setDraft(draftOf(next));
  };
  const isConflict = stored.version !== base.version && isChanged;
  useEffect(() => {
    // There is no unsaved input to lose.
    if (!isChanged) adopt(stored);
  }, [stored]);
  return {
    draft,
    version: base.version,
    isChanged,
    isConflict,
    set: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    takeTheirs: () => adopt(stored),
    /** The next save is based on the newest version. */
    keepMine: () => setBase(stored),
    discard: () => adopt(base),
    /** The draft becomes the stored branding. */
    saved: (version: string) => adopt({ ...stored, ...storedOf(draft), version }),
  };
}

/** The draft as it will be stored; the URL of a new logo arrives with the next read. */
const storedOf = (draft: Draft): Omit<PortalBranding, 'version' | 'canConfigure'> => ({
  ...changeOf(draft, ''),
  logo: draft.logo,
});

function Branding({ id, company, stored }: BrandingProps) {
  const { words } = useSpeech();
  const [shown, setShown] = useState(() => firstShown(stored));
  const editing = useDraft(stored);
  const { draft } = editing;
  const show = (part: Partial<Shown>) => setShown((before) => ({ ...before, ...part }));
  const mode = useIntegration(id)?.mode ?? 'test';
  return (
    <div className="beside">
      {stored.canConfigure ? (
        <BrandingForm id={id} company={company} editing={editing} shown={shown} show={show} />
      ) : (
        <Note tone="idle" icon="lock">
          {words.branding.noRight}
        </Note>
      )}
      <div className="beside-stays">
        <Preview {...{ id, draft, company, mode, shown, show }} />
      </div>
    </div>
  );
}

interface BrandingFormProps {
  id: string;
  company: string;
  editing: ReturnType<typeof useDraft>;
  shown: Shown;
  show: (part: Partial<Shown>) => void;
}

function BrandingForm({ id, company, editing, shown, show }: BrandingFormProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const { draft, version, isChanged, isConflict, set } = editing;
  const save = useChange<PortalBrandingChange, PortalVersion>({
    act: (body) => change('PUT', `integrations/${id}/branding`, body),
    touches: ['branding', 'audit'],
    onDone: (answer) => editing.saved(answer.version),
  });
  /** A rejection applied to the previous version. */
  const settle = (choose: () => void) => () => {
    save.reset();
    choose();
  };
  const faults = draftFaults(draft);
  const isWrong = faults.light || faults.dark || faults.languages;
  const fields: FieldsProps = {
    draft,
    set,
    show,
    wrong: save.failure?.code === 'invalid' ? save.failure.member : undefined,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.run(changeOf(draft, version));
      }}
    >
      <Stack gap="md">
        <IdentityFields {...fields} company={company} />
        <ColourFields {...fields} scheme="light" />
        <ColourFields {...fields} scheme="dark" />
        <TextFields {...fields} shown={shown} />
        <LanguageFields {...fields} />
        <FailureAlert failure={isConflict ? null : save.failure} />
        {isConflict && (
          <Conflict takeTheirs={settle(editing.takeTheirs)} keepMine={settle(editing.keepMine)} />
        )}
        <div className="save-line">
          <Group gap="sm">
            <Button type="submit" disabled={!isChanged || isWrong || isConflict} loading={save.busy}>
              {words.common.save}
            </Button>
            <Button variant="default" disabled={!isChanged} onClick={editing.discard}>
              {texts.discard}
            </Button>
            <Button
              variant="subtle"
              color="gray"
              disabled={isSame(draft, emptyDraft)}
              onClick={() => set(emptyDraft)}
            >
              {texts.reset}
            </Button>
          </Group>
          <span role="status" className={isWrong ? 'fault small' : 'quiet small'}>
            {isWrong
              ? texts.notReadable
              : save.done && !isChanged
                ? words.common.saved
                : isChanged
                  ? texts.unsaved
                  : ''}
          </span>
        </div>
      </Stack>
      <LeaveGuard isChanged={isChanged} />
    </form>
  );
}

/** Another person saved while this draft was being edited: the reader decides which version to keep. */
function Conflict({ takeTheirs, keepMine }: { takeTheirs: () => void; keepMine: () => void }) {
  const { words } = useSpeech();
  const texts = words.branding;
  return (
    <div role="alert">
      <Note tone="warn" icon="warning">
        <p>{texts.conflict}</p>
        <Group gap="sm" mt="xs">
          <Button size="compact-sm" variant="default" onClick={takeTheirs}>
            {texts.takeTheirs}
          </Button>
          <Button size="compact-sm" variant="default" onClick={keepMine}>
            {texts.keepMine}
          </Button>
        </Group>
      </Note>
    </div>
  );
}

/** Prevents a click on a link from discarding input. */
function LeaveGuard({ isChanged }: { isChanged: boolean }) {
  const { words } = useSpeech();
  const texts = words.branding;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Dialog title={texts.leaveTitle} onClose={reset}>
      <Stack gap="md">
        <p>{texts.leaveText}</p>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={reset}>
            {texts.stay}
          </Button>
          <Button color="danger" onClick={proceed}>
            {texts.leave}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
