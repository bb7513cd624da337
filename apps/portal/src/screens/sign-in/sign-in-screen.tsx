import { icons } from '@countersign/browser-ui';
import type { PortalNext } from '@countersign/contract';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { PasswordField } from '../../parts/password-field.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change, keepCsrf } from '../../service/api.ts';
import { canUsePasskeys, showPasskey } from '../../service/passkeys.ts';
import { queryClient } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { Gate } from './gate.tsx';
import { OrganisationStep, SsoStep } from './sso-step.tsx';

const route = getRouteApi('/sign-in');

type Step = 'password' | 'sso' | 'totp' | 'enrol';

/** Enters the portal: opens the page that was requested, or the first one. @param next path and query below `/portal` */
export function useEnter(): (next?: string) => void {
  const router = useRouter();
  return (next) => {
    queryClient.clear();
    // The prefix keeps the address below the portal's base.
    router.history.push(`/portal${next?.startsWith('/') ? next : ''}`);
  };
}

/** Sign-in: by password, followed by a code or its setup; by a passkey; or by the organisation's provider. */
export function SignInScreen() {
  const { words } = useSpeech();
  const { next: wanted, organisation } = route.useSearch();
  const [step, setStep] = useState<Step>('password');
  const [email, setEmail] = useState('');
  const enter = useEnter();
  const goOn = ({ next, csrf }: PortalNext) => {
    keepCsrf(csrf);
    if (next === 'done') enter(wanted);
    else setStep(next);
  };
  if (step === 'sso')
    return <SsoStep email={email} onEmail={setEmail} next={wanted} onBack={() => setStep('password')} />;
  if (step === 'totp') return <CodeStep onNext={goOn} onBack={() => setStep('password')} />;
  if (step === 'enrol') return <EnrolStep onDone={() => enter(wanted)} />;
  return (
    <Gate title={words.signIn.title} intro={words.signIn.intro} foot={words.signIn.noAccount}>
      <Stack gap="md">
        {organisation !== undefined && <OrganisationStep organisation={organisation} next={wanted} />}
        {canUsePasskeys() && <PasskeyStep onNext={goOn} />}
        <PasswordStep email={email} onEmail={setEmail} onNext={goOn} isSecond={organisation !== undefined} />
        {organisation === undefined && (
          <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setStep('sso')}>
            {words.sso.use}
          </Anchor>
        )}
      </Stack>
    </Gate>
  );
}

/** Signs in without password and code. */
function PasskeyStep({ onNext }: { onNext: (next: PortalNext) => void }) {
  const { words } = useSpeech();
  const signIn = useChange<undefined, PortalNext>({
    act: () => showPasskey('sign-in/passkey'),
    onDone: onNext,
  });
  return (
    <>
      <Button
        variant="default"
        fullWidth
        size="md"
        loading={signIn.busy}
        leftSection={<icons.key size={18} />}
        onClick={() => signIn.run(undefined)}
      >
        {words.passkeys.signIn}
      </Button>
      <FailureAlert failure={signIn.failure} />
      <p className="gate-or">{words.passkeys.orPassword}</p>
    </>
  );
}

interface PasswordStepProps {
  email: string;
  onEmail: (email: string) => void;
  onNext: (next: PortalNext) => void;
  /** Another way to sign in comes first. */
  isSecond: boolean;
}

function PasswordStep({ email, onEmail, onNext, isSecond }: PasswordStepProps) {
  const { words } = useSpeech();
  const [password, setPassword] = useState('');
  const signIn = useChange<undefined, PortalNext>({
    act: () => change('POST', 'sign-in', { email: email.trim(), password }),
    onDone: onNext,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.run(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={words.signIn.email}
          type="email"
          name="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordField
          label={words.signIn.password}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <FailureAlert failure={signIn.failure} texts={{ 'wrong-credentials': words.signIn.wrong }} />
        <Button
          type="submit"
          fullWidth
          size="md"
          variant={isSecond ? 'default' : 'filled'}
          loading={signIn.busy}
        >
          {words.signIn.submit}
        </Button>
      </Stack>
    </form>
  );
}
