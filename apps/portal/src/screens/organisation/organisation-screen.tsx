import { Note, Page, Panel } from '@countersign/browser-ui';
import {
  type PortalOrganisation,
  type PortalOrganisationChange,
  portalSignInBounds,
} from '@countersign/contract';
import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SaveBar } from '../../parts/save-bar.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { organisationQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { RetentionPanel } from './retention-panel.tsx';
import { SessionLimitsPanel } from './session-limits-panel.tsx';

/** Name and rules of the organisation; owners can change them. */
export function OrganisationScreen() {
  const { words } = useSpeech();
  const texts = words.organisation;
  const query = useQuery(organisationQuery);
  const found = query.data;
  return (
    <Page title={texts.title} intro={texts.intro}>
      {found === undefined ? (
        <Panel>
          <Loaded query={query}>{() => null}</Loaded>
        </Panel>
      ) : (
        <>
          <RulesForm found={found} />
          <SessionLimitsPanel sessionLimits={found.sessionLimits} />
          <RetentionPanel retention={found.retention} />
        </>
      )}
    </Page>
  );
}

/** Values of the fields. */
interface Typed {
  name: string;
  codesRequired: boolean;
  idleMinutes: number | '';
  signInMinutes: number | '';
  /** One address per line. */
  addresses: string;
  revealByGrant: boolean;
}

const typedOf = ({
  name,
  codesRequired,
  idleMinutes,
  signInMinutes,
  ...found
}: PortalOrganisation): Typed => ({
  name,
  codesRequired,
  idleMinutes,
  signInMinutes,
  addresses: found.allowedAddresses.join('\n'),
  revealByGrant: found.revealByGrant,
});

/** The request; `null` while input is incomplete. */
function wantedOf({ addresses, ...typed }: Typed, version: number): PortalOrganisationChange | null {
  const { name, idleMinutes, signInMinutes } = typed;
  if (name.trim() === '' || idleMinutes === '' || signInMinutes === '') return null;
  const allowedAddresses = addresses.split(/[\s,;]+/).filter((address) => address !== '');
  return { ...typed, version, name: name.trim(), idleMinutes, signInMinutes, allowedAddresses };
}

interface FieldsProps {
  found: PortalOrganisation;
  typed: Typed;
  set: (part: Partial<Typed>) => void;
  /** The member that the service rejected. */
  wrong: string | undefined;
}

function RulesForm({ found }: { found: PortalOrganisation }) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const stored = typedOf(found);
  const [typed, type] = useState(stored);
  // Changes by another owner replace the input.
  useEffect(() => type(stored), [found.version]);
  const save = useChange<PortalOrganisationChange, null>({
    act: (body) => change('PUT', 'organisation', body),
    touches: ['organisation', 'me', 'audit'],
  });
  const wanted = wantedOf(typed, found.version);
  const isChanged = JSON.stringify(typed) !== JSON.stringify(stored);
  const fields: FieldsProps = {
    found,
    typed,
    set: (part) => type((before) => ({ ...before, ...part })),
    wrong: save.failure?.member?.split('.')[0],
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== null) save.run(wanted);
      }}
    >
      <Stack gap="md">
        <div className="columns even">
          <div className="column">
            <SigningIn {...fields} />
          </div>
          <div className="column">
            <Addresses {...fields} />
            <PersonalData {...fields} />
          </div>
        </div>
        <FailureAlert
          failure={save.failure}
          texts={{ 'own-address': texts.ownAddress, 'organisation-name-taken': texts.nameTaken }}
        />
        <SaveBar save={save} isChanged={isChanged} isWrong={wanted === null} />
      </Stack>
    </form>
  );
}

function SigningIn({ found, typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.organisation;
  const { idle, whole } = portalSignInBounds;
  return (
    <>
      <Panel>
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          autoComplete="off"
          error={wrong === 'name'}
          value={typed.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
      </Panel>
      <Panel title={texts.signingIn}>
        <Stack gap="md">
          <Checkbox
            label={texts.codes}
            description={texts.codesHint}
            checked={typed.codesRequired}
            onChange={(event) => set({ codesRequired: event.currentTarget.checked })}
          />
          {found.withoutSecondStep > 0 && (
            <Note tone={typed.codesRequired ? 'warn' : 'idle'} icon="account">
              {texts.codesWho(found.withoutSecondStep)}
            </Note>
          )}
          <NumberInput
            label={texts.idle}
            description={texts.idleHint(idle.least, idle.most)}
            min={idle.least}
            max={idle.most}
            allowDecimal={false}
            hideControls
            error={wrong === 'idleMinutes'}
            value={typed.idleMinutes}
            onChange={(value) => set({ idleMinutes: typeof value === 'number' ? value : '' })}
          />
          <NumberInput
            label={texts.whole}
            description={texts.idleHint(whole.least, whole.most)}
            min={whole.least}
            max={whole.most}
            allowDecimal={false}
            hideControls
            error={wrong === 'signInMinutes'}
            value={typed.signInMinutes}
            onChange={(value) => set({ signInMinutes: typeof value === 'number' ? value : '' })}
          />
          <p className="small">
            {texts.ssoIntro} <Link to="/team/single-sign-on">{texts.sso}</Link>
          </p>
        </Stack>
      </Panel>
    </>
  );
}

function Addresses({ found: { ownAddress }, typed, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.organisation;
  return (
    <Panel title={texts.addresses} intro={texts.addressesIntro}>
      <Stack gap="md">
        <Textarea
          label={texts.allowed}
          description={texts.allowedHint}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          classNames={{ input: 'mono' }}
          error={wrong === 'allowedAddresses'}
          value={typed.addresses}
          onChange={(event) => set({ addresses: event.currentTarget.value })}
        />
        <Group gap="xs" justify="space-between">
          <span className="small">{texts.own(ownAddress)}</span>
          <Button
            size="compact-sm"
            variant="default"
            disabled={typed.addresses.split(/\s+/).includes(ownAddress)}
            onClick={() => set({ addresses: [typed.addresses.trim(), ownAddress].join('\n').trim() })}
          >
            {texts.addOwn}
          </Button>
        </Group>
        {typed.addresses.trim() !== '' && (
          <Note tone="warn" icon="lock">
            {texts.warning}
          </Note>
        )}
      </Stack>
    </Panel>
  );
}

function PersonalData({ typed, set }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.organisation;
  return (
    <Panel title={texts.data}>
      <Checkbox
        label={texts.byGrant}
        description={texts.byGrantHint}
        checked={typed.revealByGrant}
        onChange={(event) => set({ revealByGrant: event.currentTarget.checked })}
      />
    </Panel>
  );
}
