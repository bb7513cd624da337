import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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

/** A link in place of the code. */
export interface CopyLink {
  /** `null` until it was wanted. */
  link: { url: string; copied: boolean } | null;
  copy(): Promise<void>;
}

/** A link for messages to oneself: it is made when it is wanted, and shown, so that it can be copied by hand. */
export function useCopyLink(): CopyLink {
  const { words, language } = useSpeech();
  const { journey, announce } = useUi();
  const [link, setLink] = useState<CopyLink['link']>(null);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const copy = async () => {
    const url = link?.url ?? (await journey.offer('link', language, gone.current.signal))?.url;
    if (url === undefined) return;
    const copied = await copyText(url);
    setLink({ url, copied });
    announce.polite(copied ? words.phoneCopied : words.phoneCopyFailed);
  };
  return { link, copy };
}

/** The link that was copied; nothing before. */
export function CopiedLink({ link }: Pick<CopyLink, 'link'>): JSX.Element | null {
  const { words } = useSpeech();
  return link === null ? null : (
    <label class="field">
      <span>{words.phoneLink}</span>
      <input readOnly dir="ltr" value={link.url} onFocus={(event) => event.currentTarget.select()} />
      <span class="quiet">
        {link.copied ? words.phoneCopied : words.phoneCopyFailed} {words.phoneLinkLasts}
      </span>
    </label>
  );
}
