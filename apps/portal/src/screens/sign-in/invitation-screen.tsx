import { icons, Loading } from '@countersign/browser-ui';
import type { PortalInvitation, PortalNext } from '@countersign/contract';
import { Button, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { PasswordField } from '../../parts/password-field.tsx';
import { FailureAlert, LoadFailure } from '../../parts/states.tsx';
import { change, keepCsrf, Refusal } from '../../service/api.ts';
import { goToProvider } from '../../service/single-sign-on.ts';
import { invitationQuery } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { Gate } from './gate.tsx';
import { useEnter } from './sign-in-screen.tsx';

const route = getRouteApi('/invitations/$token');

/** Opened by an invited person: creates the account, once. */
export function InvitationScreen() {
  const { words } = useSpeech();
  const { token } = route.useParams();
  const invitation = useQuery(invitationQuery(token));
  const [enrolling, setEnrolling] = useState(false);
  const enter = useEnter();
  const goOn = ({ next, csrf }: PortalNext) => {
    keepCsrf(csrf);
    if (next === 'enrol') setEnrolling(true);
    else enter();
  };
  if (enrolling) return <EnrolStep onDone={() => enter()} />;
  if (invitation.data) return <AcceptForm token={token} invitation={invitation.data} onNext={goOn} />;
  if (invitation.error === null)
    return (
      <Gate title={words.invitation.opening}>
        <Loading lines={4} />
      </Gate>
    );
  const isGone = invitation.error instanceof Refusal && invitation.error.code === 'not-found';
  if (!isGone)
    return (
      <Gate title={words.invitation.opening}>
        <LoadFailure error={invitation.error} retry={() => void invitation.refetch()} />
      </Gate>
    );
  return (
    <Gate title={words.invitation.goneTitle} intro={words.invitation.gone}>
      <Button component="a" href="/portal/sign-in" variant="default" fullWidth>
        {words.invitation.toSignIn}
      </Button>
    </Gate>
  );
}

interface AcceptFormProps {
  token: string;
  invitation: PortalInvitation;
  onNext: (next: PortalNext) => void;
}

function AcceptForm({ token, invitation, onNext }: AcceptFormProps) {
  const { words, language } = useSpeech();
  const texts = words.invitation;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const differ = again !== '' && again !== password;
  const accept = useChange<undefined, PortalNext>({
    act: () =>
      change('POST', `invitations/${encodeURIComponent(token)}`, { name: name.trim(), password, language }),
    onDone: onNext,
  });
  return (
    <Gate
      title={texts.title(invitation.organisation)}
      intro={texts.intro(invitation.email, words.roles[invitation.role])}
    >
      {invitation.sso !== 'none' && <AcceptBySso token={token} isOnly={invitation.sso === 'required'} />}
      {invitation.sso !== 'required' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (password === again) accept.run(undefined);
          }}
        >
          <Stack gap="md">
            <input type="hidden" name="email" autoComplete="username" value={invitation.email} />
            <TextInput
              label={texts.name}
              autoComplete="name"
              required
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <PasswordField
              label={texts.password}
              description={texts.passwordHint}
              autoComplete="new-password"
              required
              minLength={12}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <PasswordField
              label={texts.passwordAgain}
              autoComplete="new-password"
              required
              value={again}
              error={differ ? texts.passwordsDiffer : null}
              onChange={(event) => setAgain(event.currentTarget.value)}
            />
            <FailureAlert failure={accept.failure} />
            <Button
              type="submit"
              size="md"
              fullWidth
              variant={invitation.sso === 'none' ? 'filled' : 'default'}
              loading={accept.busy}
            >
              {texts.submit}
            </Button>
          </Stack>
        </form>
      )}
    </Gate>
  );
}

/** Creates the account by a sign-in at the organisation's provider, without a password. */
function AcceptBySso({ token, isOnly }: { token: string; isOnly: boolean }) {
  const { words, language } = useSpeech();
  const go = useChange<undefined, never>({
    act: () => goToProvider(`invitations/${encodeURIComponent(token)}/sso/begin`, { language }),
  });
  return (
    <Stack gap="md" mb={isOnly ? 0 : 'md'}>
      {isOnly && <p className="gate-line">{words.sso.isRequired}</p>}
      <Button
        fullWidth
        size="md"
        loading={go.busy}
        leftSection={<icons.organisation size={18} />}
        onClick={() => go.run(undefined)}
      >
        {words.sso.goOn}
      </Button>
      <FailureAlert failure={go.failure} />
      {!isOnly && <p className="gate-or">{words.sso.orPassword}</p>}
    </Stack>
  );
}
