import { handoffLimits } from '@countersign/contract';
import { useEffect, useState } from 'preact/hooks';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

/** Milliseconds after which a code that could not be had is requested again. */
const againMs = 3_000;

/** Resolves after a while, as soon as the page is seen then: an unseen code is not renewed. */
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

/** The address to scan, renewed again and again; `null` while there is none that can be claimed. */
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
