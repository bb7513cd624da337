import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';

/** A password field whose button to show the password is labelled in the reader's language. */
export function PasswordField(props: PasswordInputProps) {
  const { words } = useSpeech();
  return (
    <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': words.signIn.showPassword }} />
  );
}
