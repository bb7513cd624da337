import { icons } from '@countersign/browser-ui';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import { goToProvider } from '../../service/single-sign-on.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';

interface OrganisationStepProps {
  /** The organisation id of a link. */
  organisation: string;
  next: string | undefined;
}

/** Leads to the provider of the organisation whose link was opened. */
export function OrganisationStep({ organisation, next }: OrganisationStepProps) {
  const { words } = useSpeech();
  const go = useChange<undefined, never>({
    act: () => goToProvider('sign-in/sso/begin', { organisation, ...(next ? { next } : {}) }),
  });
  return (
    <>
      <Button
        fullWidth
        size="md"
        loading={go.busy}
        leftSection={<icons.organisation size={18} />}
        onClick={() => go.run(undefined)}
      >
        {words.sso.goOn}
      </Button>
      <FailureAlert failure={go.failure} texts={{ invalid: words.sso.none }} />
    </>
  );
}

interface SsoStepProps {
  email: string;
  onEmail: (email: string) => void;
  next: string | undefined;
  onBack: () => void;
}

/** Finds the provider by the domain of an e-mail address. */
export function SsoStep({ email, onEmail, next, onBack }: SsoStepProps) {
  const { words } = useSpeech();
  const texts = words.sso;
  const go = useChange<undefined, never>({
    act: () => goToProvider('sign-in/sso/begin', { email: email.trim(), ...(next ? { next } : {}) }),
  });
  return (
    <Gate title={texts.title} intro={texts.emailIntro}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go.run(undefined);
        }}
      >
        <Stack gap="md">
          <TextInput
            label={words.signIn.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => onEmail(event.currentTarget.value)}
          />
          <FailureAlert failure={go.failure} texts={{ invalid: texts.none }} />
          <Button type="submit" fullWidth size="md" loading={go.busy}>
            {texts.goOn}
          </Button>
          <Anchor component="button" type="button" size="sm" ta="center" onClick={onBack}>
            {texts.usePassword}
          </Anchor>
        </Stack>
      </form>
    </Gate>
  );
}
