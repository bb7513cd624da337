import { theme } from '@countersign/browser-ui';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { queryClient } from './service/queries.ts';
import { SpeechProvider } from './words/context.tsx';
import { loadWords, resolveLanguage } from './words/languages.ts';

declare global {
  // Read by the package that keeps the page from scrolling behind a dialog; there is no other way to hand it the nonce.
  // oxlint-disable-next-line no-underscore-dangle -- the name is that package's
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the page's policy requires of styles. */
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
// oxlint-disable-next-line no-underscore-dangle -- the name is that package's
globalThis.__webpack_nonce__ = nonce;

async function start(root: HTMLElement): Promise<void> {
  const language = resolveLanguage([document.documentElement.lang, ...navigator.languages]);
  const words = await loadWords(language);
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <SpeechProvider first={{ words, language }}>
            <RouterProvider router={router} />
          </SpeechProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

const root = document.getElementById('root');
if (root !== null) void start(root);
