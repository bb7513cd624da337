import { ActionIcon, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useParts } from './parts-words.tsx';
import { icons } from './icons.tsx';

/** A button that copies a value. @param name accessible name of the value, for screen readers */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { words } = useParts();
  const { copy, copied } = useClipboard({ timeout: 1_500 });
  const label = copied ? words.common.copied : words.common.copyOf(name);
  return (
    <Tooltip label={copied ? words.common.copied : words.common.copy} withArrow>
      <ActionIcon
        className="copy"
        variant="subtle"
        color={copied ? 'green' : 'gray'}
        size={26}
        aria-label={label}
        onClick={() => copy(value)}
      >
        {copied ? <icons.check size={15} /> : <icons.copy size={15} />}
      </ActionIcon>
    </Tooltip>
  );
}

interface CopyIdProps {
  id: string;
  name: string;
  /** Shows the first 8 characters only. */
  short?: boolean;
}

/** An identifier with a button that copies it in full. */
export const CopyId = ({ id, name, short = false }: CopyIdProps) => (
  <span className="copy-id">
    <span className={short ? 'mono short' : 'mono'} title={id}>
      {short ? id.slice(0, 8) : id}
    </span>
    <CopyButton value={id} name={name} />
  </span>
);

/** A value to take away: shown in full, selectable, with a button that copies it. */
export const CopyField = ({ value, name }: { value: string; name: string }) => (
  <div className="copy-field">
    <code className="mono">{value}</code>
    <CopyButton value={value} name={name} />
  </div>
);
