import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { useSpeech } from '../../words/context.tsx';
import type { FieldsProps } from './fields.ts';
import { type LogoFault, logoTypes, readLogoFile } from './logo-file.ts';

/** The logo: chooses a file, shows it, removes it. */
export function LogoField({ draft, set, wrong }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<LogoFault | null>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const logo = await readLogoFile(file);
    setFault(typeof logo === 'string' ? logo : null);
    if (typeof logo !== 'string') set({ logo });
  };
  return (
    <div className="logo-field" role="group" aria-label={texts.logo}>
      <span className="field-label">{texts.logo}</span>
      <span className="quiet small">{texts.logoHint}</span>
      {draft.logo !== null && (
        <span className="logo-shown">
          <img
            src={draft.logo.url}
            alt={texts.logoShown}
            width={draft.logo.width}
            height={draft.logo.height}
          />
        </span>
      )}
      <input
        ref={input}
        type="file"
        accept={logoTypes}
        hidden
        aria-label={texts.logoFile}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Group gap="sm">
        <Button variant="default" onClick={() => input.current?.click()}>
          {draft.logo === null ? texts.logoChoose : texts.logoReplace}
        </Button>
        {draft.logo !== null && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              setFault(null);
              set({ logo: null });
            }}
          >
            {texts.logoRemove}
          </Button>
        )}
      </Group>
      <span role="alert" className="fault small">
        {fault !== null ? texts.logoFaults[fault] : wrong === 'logo' ? texts.logoFaults.unreadable : ''}
      </span>
    </div>
  );
}
