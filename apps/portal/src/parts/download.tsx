import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface DownloadButtonProps {
  text: string;
  file: string;
  children: ReactNode;
}

/** Stores a text as a file; it goes from the page to the disk and nowhere else. */
export function DownloadButton({ text, file, children }: DownloadButtonProps) {
  const store = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = file;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" onClick={store}>
      {children}
    </Button>
  );
}
