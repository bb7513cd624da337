import { handoffLimits } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** Milliseconds until a failed request for a code is retried. */
const againMs = 3_000;

/** Resolves after a delay, and not before the page is visible: an unseen code is not renewed. */
const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    setTimeout(() => {
      document.addEventListener('visibilitychange', end);
      signal.addEventListener('abort', end);
      end();
    }, ms);
  });

/** The address to scan, renewed before it expires; `null` while there is none to claim. */
export function useCode(): string | null {
  const { journey } = useUi();
  const { language } = useSpeech();
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    let expiry: ReturnType<typeof setTimeout> | undefined;
    const renew = async () => {
      while (!over.signal.aborted) {
        const offered = await journey.offer('scan', language, over.signal);
        if (over.signal.aborted) return;
        if (offered !== null) {
          clearTimeout(expiry);
          expiry = setTimeout(() => setUrl(null), offered.seconds * 1_000);
          setUrl(offered.url);
        }
        await rest(offered === null ? againMs : handoffLimits.renewSeconds * 1_000, over.signal);
      }
    };
    void renew();
    return () => {
      over.abort();
      clearTimeout(expiry);
    };
  }, [language]);
  return url;
}
