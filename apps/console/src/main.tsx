import { PartsProvider, theme } from '@countersign/browser-ui';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { queryClient } from './service/queries.ts';
import { Gate } from './shell/gate.tsx';
import { words } from './words.ts';

declare global {
  // Read by the package that keeps the page from scrolling behind a dialog; there is no other way to hand it the nonce.
  // oxlint-disable-next-line no-underscore-dangle -- the name is that package's
  var __webpack_nonce__: string | undefined;
}

/** The nonce that the page's policy requires of styles. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
// oxlint-disable-next-line no-underscore-dangle -- the name is that package's
globalThis.__webpack_nonce__ = nonce;

const root = document.getElementById('root');
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <QueryClientProvider client={queryClient}>
          <PartsProvider words={words} language="en-GB">
            <Gate>
              <RouterProvider router={router} />
            </Gate>
          </PartsProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
