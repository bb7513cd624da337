import { Dialog } from '@countersign/browser-ui';
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Change } from '../service/use-change.ts';
import type { RefusalCode } from '../service/api.ts';
import { useSpeech } from '../words/context.tsx';
import { FailureAlert } from './states.tsx';

interface FormDialogProps<Input, Answer> {
  title: string;
  onClose: () => void;
  change: Change<Input, Answer>;
  /** The request; `null` while input is incomplete. */
  input: Input | null;
  submit: string;
  danger?: boolean;
  texts?: Partial<Record<RefusalCode, string>>;
  children: ReactNode;
}

/** A dialog with a form: fields, the reason of a rejection, and two buttons. */
export function FormDialog<Input, Answer>(props: FormDialogProps<Input, Answer>) {
  const { title, onClose, change, input, submit, danger = false, texts, children } = props;
  const { words } = useSpeech();
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (input !== null) change.run(input);
        }}
      >
        <Stack gap="md">
          {children}
          <FailureAlert failure={change.failure} {...(texts ? { texts } : {})} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button
              type="submit"
              loading={change.busy}
              disabled={input === null}
              {...(danger ? { color: 'danger' } : {})}
            >
              {submit}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
