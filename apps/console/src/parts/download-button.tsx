import { icons } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { FailureAlert } from './states.tsx';
import { useVerb } from '../service/use-verb.ts';

interface DownloadButtonProps {
  /** Label of the button. */
  label: string;
  /** The verb whose output becomes the file. */
  verb: string;
  words: readonly string[];
  file: string;
}

/** Downloads the output of a verb as a JSON file. */
export function DownloadButton({ label, verb, words, file }: DownloadButtonProps) {
  const read = useVerb(verb, { onDone: ({ output }) => saveFile(file, JSON.stringify(output, null, 2)) });
  return (
    <>
      <Button
        variant="default"
        leftSection={<icons.download size={16} />}
        loading={read.busy}
        onClick={() => read.run({ words })}
      >
        {label}
      </Button>
      {read.failure !== null && <FailureAlert failure={read.failure} />}
    </>
  );
}

function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
