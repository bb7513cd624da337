import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useSpeech } from '../words/context.ts';
import { mayPassOn } from '../screens/which-screen.ts';
import { copyText, LinkField } from './link-field.tsx';
import { Icon } from './icon.tsx';
import { PassOn } from './pass-on.tsx';
import { Secondary } from './screen.tsx';
import { useUi } from './ui.ts';

/** Switching devices: by a code if the session can be handed over from here, otherwise by the link of this page. */
export function OtherDevice(): JSX.Element | null {
  const { words } = useSpeech();
  const { journey, local } = useUi();
  const { state, claim } = journey.model();
  // A phone that took over leads back to its computer.
  if (claim !== null || state?.handoff?.side === 'phone') return null;
  if (!mayPassOn(journey.model())) return <SameLink />;
  return (
    <section class="other-device">
      <h2>{local.computer ? words.onPhone : words.otherDevice}</h2>
      <p>{local.computer ? words.onPhoneText : words.otherScans}</p>
      <PassOn />
    </section>
  );
}

/** The link of this session, to be opened on another device; shown so that it can be copied by hand. */
function SameLink(): JSX.Element {
  const { words } = useSpeech();
  const { announce } = useUi();
  const [result, setResult] = useState<string | null>(null);
  const copy = async () => {
    const text = (await copyText(location.href)) ? words.phoneCopied : words.phoneCopyFailed;
    setResult(text);
    announce.polite(text);
  };
  return (
    <section class="other-device">
      <h2>{words.otherDevice}</h2>
      <p>{words.otherDeviceText}</p>
      <Secondary action="copy-link" onClick={() => void copy()}>
        <Icon name="link" />
        {words.copyLink}
      </Secondary>
      {result !== null && <LinkField label={words.otherDevice} url={location.href} text={result} />}
    </section>
  );
}
