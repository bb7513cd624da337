import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpeech } from '../words/context.ts';
import { Icon } from './icon.tsx';
import { Secondary } from './screen.tsx';
import { useUi } from './ui.ts';

/** The link of this session, to be opened on another device. */
export function OtherDevice(): JSX.Element {
  const { words } = useSpeech();
  const { announce } = useUi();
  const [result, setResult] = useState<string | null>(null);
  const report = (text: string) => {
    setResult(text);
    announce.polite(text);
  };
  const copy = () => {
    // Not there on insecure pages, refused inside frames without the permission.
    const copied = navigator.clipboard
      ? navigator.clipboard.writeText(location.href)
      : Promise.reject(new Error());
    copied.then(
      () => report(words.copied),
      () => report(words.copyFailed),
    );
  };
  return (
    <section class="other-device">
      <h2>{words.otherDevice}</h2>
      <p>{words.otherDeviceText}</p>
      <Secondary action="copy-link" onClick={copy}>
        <Icon name="link" />
        {words.copyLink}
      </Secondary>
      {result !== null && <p class="quiet">{result}</p>}
    </section>
  );
}
