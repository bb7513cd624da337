import type { PortalNext } from '@countersign/contract';
import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';

interface CodeStepProps {
  onNext: (next: PortalNext) => void;
  onBack: () => void;
}

/** The second step: a code from the app, or a recovery code. */
export function CodeStep({ onNext, onBack }: CodeStepProps) {
  const { words } = useSpeech();
  const texts = words.signIn;
  const [stored, setStored] = useState(false);
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState('');
  const confirm = useChange<undefined, PortalNext>({
    act: () => change('POST', 'sign-in/totp', stored ? { recoveryCode: recovery.trim() } : { code }),
    onDone: onNext,
  });
  const swap = () => {
    setStored(!stored);
    confirm.reset();
  };
  return (
    <Gate
      title={stored ? texts.recoveryTitle : texts.codeTitle}
      intro={stored ? texts.recoveryIntro : texts.codeIntro}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.run(undefined);
        }}
      >
        <Stack gap="md">
          {stored ? (
            <TextInput
              label={texts.recovery}
              required
              autoComplete="off"
              spellCheck={false}
              classNames={{ input: 'code-input' }}
              value={recovery}
              onChange={(event) => setRecovery(event.currentTarget.value)}
            />
          ) : (
            <CodeField label={texts.code} description={texts.codeHint} value={code} onChange={setCode} />
          )}
          <FailureAlert
            failure={confirm.failure}
            texts={{ 'wrong-code': stored ? texts.recoveryWrong : texts.codeWrong }}
          />
          <Button type="submit" fullWidth size="md" loading={confirm.busy}>
            {texts.confirm}
          </Button>
          <div className="gate-links">
            <Anchor component="button" type="button" size="sm" onClick={swap}>
              {stored ? texts.useCode : texts.useRecovery}
            </Anchor>
            <Anchor component="button" type="button" size="sm" onClick={onBack}>
              {texts.startOver}
            </Anchor>
          </div>
        </Stack>
      </form>
    </Gate>
  );
}
