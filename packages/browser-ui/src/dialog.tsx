import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParts } from './parts-words.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  size?: string;
  /** Closes only by its own button, because closing would lose its content. */
  firm?: boolean;
  children: ReactNode;
}

/** A modal dialog over the page, rendered while it is open. */
export function Dialog({ title, onClose, size = 'md', firm = false, children }: DialogProps) {
  const { words } = useParts();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!firm}
      closeOnEscape={!firm}
      withCloseButton={!firm}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {children}
    </Modal>
  );
}
