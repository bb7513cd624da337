import { icons } from '@countersign/browser-ui';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { PasswordField } from './password-field.tsx';
import { change, Refusal } from '../service/api.ts';
import { canUsePasskeys, showPasskey } from '../service/passkeys.ts';
import { goToProvider, presentPage } from '../service/single-sign-on.ts';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';
import { CodeField } from './code-field.tsx';
import { FailureAlert } from './states.tsx';

type RequestStepUp = () => Promise<boolean>;

const StepUpContext = createContext<RequestStepUp>(() => Promise.resolve(false));

/** Prompts for password and code; resolves with whether the sign-in is now confirmed. */
export const useStepUp = (): RequestStepUp => useContext(StepUpContext);

/** Renders the dialog in which people confirm their identity. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const settle = useRef<(confirmed: boolean) => void>(() => undefined);
  const request = useCallback<RequestStepUp>(() => {
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);
  const finish = (confirmed: boolean) => {
    setOpen(false);
    settle.current(confirmed);
  };
  return (
    <StepUpContext value={request}>
      {children}
      {open && <StepUpDialog onEnd={finish} />}
    </StepUpContext>
  );
}

function StepUpDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { words } = useSpeech();
  const { totp, password: hasPassword } = useMe();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const confirm = async (by: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await by();
      onEnd(true);
    } catch (error) {
      setFailure(error instanceof Refusal ? error : new Refusal('internal'));
      setBusy(false);
    }
  };
  const byPassword = () => change('POST', 'step-up', { password, ...(totp.enrolled ? { code } : {}) });
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title={words.stepUp.title}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm(byPassword);
        }}
      >
        <Stack>
          <Text size="sm" c="dimmed">
            {hasPassword
              ? totp.enrolled
                ? words.stepUp.intro
                : words.stepUp.introPassword
              : words.stepUp.introOther}
          </Text>
          <OtherMeans busy={busy} onConfirm={(by) => void confirm(by)} />
          {hasPassword && (
            <PasswordField
              label={words.stepUp.password}
              autoComplete="current-password"
              required
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {hasPassword && totp.enrolled && (
            <CodeField label={words.stepUp.code} value={code} onChange={setCode} />
          )}
          <FailureAlert
            failure={failure}
            texts={{ 'wrong-credentials': words.stepUp.wrong, 'wrong-code': words.stepUp.wrong }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => onEnd(false)}>
              {words.common.cancel}
            </Button>
            {hasPassword && (
              <Button type="submit" loading={busy}>
                {words.stepUp.submit}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface OtherMeansProps {
  busy: boolean;
  onConfirm: (by: () => Promise<unknown>) => void;
}

/** Confirms by a passkey or by a fresh sign-in at the organisation's provider, for those who have them. */
function OtherMeans({ busy, onConfirm }: OtherMeansProps) {
  const { words } = useSpeech();
  const { passkeys, sso, password: hasPassword } = useMe();
  const hasPasskey = passkeys > 0 && canUsePasskeys();
  const isLinked = sso?.account != null;
  if (!hasPasskey && !isLinked) return null;
  return (
    <>
      {hasPasskey && (
        <Button
          variant="default"
          disabled={busy}
          leftSection={<icons.key size={16} />}
          onClick={() => onConfirm(() => showPasskey('step-up/passkey'))}
        >
          {words.passkeys.confirm}
        </Button>
      )}
      {isLinked && (
        <div>
          <Button
            variant="default"
            fullWidth
            disabled={busy}
            leftSection={<icons.organisation size={16} />}
            onClick={() => onConfirm(() => goToProvider('step-up/sso/begin', { next: presentPage() }))}
          >
            {words.sso.confirm}
          </Button>
          <p className="quiet small">{words.sso.confirmHint}</p>
        </div>
      )}
      {hasPassword && <p className="gate-or">{words.passkeys.orPassword}</p>}
    </>
  );
}
