import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { copyText, LinkField } from '../parts/link-field.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** A link as an alternative to the code. */
export interface CopyLink {
  /** `null` until it is requested. */
  link: { url: string; copied: boolean } | null;
  copy(): Promise<void>;
}

/** A link that people can send to themselves: created on request, and shown so that it can be copied by hand. */
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

/** Shows the copied link; renders nothing before. */
export function CopiedLink({ link }: Pick<CopyLink, 'link'>): JSX.Element | null {
  const { words } = useSpeech();
  if (link === null) return null;
  const text = `${link.copied ? words.phoneCopied : words.phoneCopyFailed} ${words.phoneLinkLasts}`;
  return <LinkField label={words.phoneLink} url={link.url} text={text} />;
}
