import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface DownloadButtonProps {
  text: string;
  file: string;
  children: ReactNode;
}

function store(blob: Blob, file: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves concatenated texts as a file; they go from the page to the disk and nowhere else. */
export const storeFile = (texts: readonly string[], file: string): void =>
  store(new Blob([...texts], { type: 'text/plain' }), file);

/** Saves a response under the file name that it carries. @param otherwise the name to use if it carries none */
export async function storeAnswer(answer: Response, otherwise: string): Promise<null> {
  const [, name = otherwise] =
    /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
  store(await answer.blob(), name);
  return null;
}

/** Saves a text as a file. */
export const DownloadButton = ({ text, file, children }: DownloadButtonProps) => (
  <Button variant="default" onClick={() => storeFile([text], file)}>
    {children}
  </Button>
);
