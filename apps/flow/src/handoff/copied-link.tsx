import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** Whether a text is in the clipboard now. Not there on insecure pages, refused inside frames without the permission. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A link in place of the code, for messages to oneself: it is made when it is wanted, and shown, so that it can be copied by hand. */
export function CopiedLink(): JSX.Element {
  const { words, language } = useSpeech();
  const { journey, announce } = useUi();
  const [link, setLink] = useState<{ url: string; copied: boolean } | null>(null);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const copy = async () => {
    const url = link?.url ?? (await journey.offer('link', language, gone.current.signal))?.url;
    if (url === undefined) return;
    const copied = await copyText(url);
    setLink({ url, copied });
    announce.polite(copied ? words.copied : words.phoneCopyFailed);
  };
  return (
    <>
      {link !== null && (
        <label class="field">
          <span>{words.phoneLink}</span>
          <input readOnly value={link.url} onFocus={(event) => event.currentTarget.select()} />
          <span class="quiet">
            {link.copied ? words.copied : words.phoneCopyFailed} {words.phoneLinkLasts}
          </span>
        </label>
      )}
      <Secondary action="copy-link" onClick={() => void copy()}>
        <Icon name="link" />
        {link === null ? words.phoneCopy : words.copyLink}
      </Secondary>
    </>
  );
}
