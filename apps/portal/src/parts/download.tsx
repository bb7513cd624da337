import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface DownloadButtonProps {
  text: string;
  file: string;
  children: ReactNode;
}

/** Stores texts, one behind the other, as a file; they go from the page to the disk and nowhere else. */
export function storeFile(texts: readonly string[], file: string): void {
  const address = URL.createObjectURL(new Blob([...texts], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}

/** Stores a text as a file. */
export const DownloadButton = ({ text, file, children }: DownloadButtonProps) => (
  <Button variant="default" onClick={() => storeFile([text], file)}>
    {children}
  </Button>
);
