import { Dialog } from '@countersign/browser-ui';
import { Button, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Described } from '../../parts/described.tsx';
import { words } from '../../words.ts';
import { type Draft, type Setting, typedFor, valueText } from './settings.ts';

interface SettingDialogProps {
  setting: Setting;
  draft: Draft | undefined;
  onClose: () => void;
  onKeep: (draft: Draft) => void;
}

/** Label of a value that can be selected; `null` by its name. */
const choiceText = (value: unknown): string => JSON.stringify(value);

function firstText(setting: Setting, draft: Draft | undefined): string {
  if (setting.choices !== null) {
    if (draft === undefined) return choiceText(setting.value ?? null);
    return draft === 'default' ? choiceText(setting.usual ?? null) : draft.to;
  }
  if (draft === 'default') return valueText(setting.usual);
  if (draft === undefined) return valueText(setting.value);
  return typeof (setting.value ?? setting.usual) === 'string' ? (JSON.parse(draft.to) as string) : draft.to;
}

/** Edits the draft of one setting; saves nothing. */
export function SettingDialog({ setting, draft, onClose, onKeep }: SettingDialogProps) {
  const { name, effect, choices, usual, isUsual } = setting;
  const [text, setText] = useState(() => firstText(setting, draft));
  return (
    <Dialog title={words.settings.change(name)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onKeep({ to: choices === null ? typedFor(setting, text) : text });
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            <Described text={`${effect}.`} />
          </Text>
          <ValueField setting={setting} text={text} onType={setText} />
          <Text size="sm" c="dimmed" className="wrap">
            {words.settings.usual(valueText(usual))}
          </Text>
          <Group justify="space-between" gap="sm">
            <Button
              variant="subtle"
              disabled={isUsual && draft === undefined}
              onClick={() => onKeep('default')}
            >
              {words.settings.toDefault}
            </Button>
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {words.common.cancel}
              </Button>
              <Button type="submit">{words.settings.keep}</Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** A selection if there are few values, otherwise a text field. */
function ValueField({
  setting: { choices, form },
  text,
  onType,
}: {
  setting: Setting;
  text: string;
  onType: (text: string) => void;
}) {
  if (choices !== null)
    return (
      <NativeSelect
        data-autofocus
        label={words.settings.newValue}
        data={choices.map((value) => ({ value: choiceText(value), label: valueText(value) }))}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
    );
  return (
    <Textarea
      data-autofocus
      label={words.settings.newValue}
      description={words.settings.form(form)}
      rows={text.length > 60 ? 5 : 2}
      className="mono-input"
      spellCheck={false}
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
