import { Dialog } from '@countersign/browser-ui';
import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RunningVerb } from '../service/use-verb.ts';
import { words } from '../words.ts';
import { FailureAlert } from './states.tsx';

interface ConfirmDialogProps {
  title: string;
  onClose: () => void;
  verb: Pick<RunningVerb<never>, 'busy' | 'failure'>;
  onConfirm: () => void;
  /** Label of the button. */
  submit: string;
  danger?: boolean;
  /** The input is still incomplete. */
  isBlocked?: boolean;
  size?: string;
  children: ReactNode;
}

/** Describes the consequences of an action, with a button that carries it out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    onClose,
    verb,
    onConfirm,
    submit,
    danger = false,
    isBlocked = false,
    size,
    children,
  } = props;
  return (
    <Dialog title={title} onClose={onClose} {...(size === undefined ? {} : { size })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlocked && !verb.busy) onConfirm();
        }}
      >
        <Stack gap="md">
          {children}
          <FailureAlert failure={verb.failure} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {words.common.cancel}
            </Button>
            <Button
              type="submit"
              loading={verb.busy}
              disabled={isBlocked}
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
