import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParts } from './parts-words.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  size?: string;
  /** A dialog whose content would be lost closes only by its own button. */
  firm?: boolean;
  children: ReactNode;
}

/** A dialog over the page, drawn while it is open. */
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
