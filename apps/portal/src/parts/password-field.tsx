import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useSpeech } from '../words/context.tsx';

/** A password, with the button that shows it named in the reader's language. */
export function PasswordField(props: PasswordInputProps) {
  const { words } = useSpeech();
  return (
    <PasswordInput {...props} visibilityToggleButtonProps={{ 'aria-label': words.signIn.showPassword }} />
  );
}
