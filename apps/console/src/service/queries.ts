import { QueryClient, queryOptions } from '@tanstack/react-query';
import { CallFailed, readAbout, runVerb, type VerbOptions } from './call.ts';

/** Caches everything that was read, in memory only. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 3_000,
      retry: (failures, error) => failures < 1 && error instanceof CallFailed && error.status === 0,
      refetchOnWindowFocus: true,
    },
  },
});

/** Milliseconds between polls of alerts and the like. */
const pollMs = 10_000;
/** After this long without keyboard or pointer input polling stops: an abandoned page must not keep its sign-in alive. */
const idleMs = 5 * 60_000;
let usedAt = Date.now();
for (const event of ['pointerdown', 'keydown', 'focus'])
  addEventListener(event, () => {
    usedAt = Date.now();
  });
const whileUsed = (): number | false => (Date.now() - usedAt < idleMs ? pollMs : false);

/** The operator who is signed in, and the installation. */
export const aboutQuery = queryOptions({ queryKey: ['about'], queryFn: readAbout, staleTime: Infinity });

/** The output of a verb, with its note. */
export const verbQuery = <Output>(
  verb: string,
  {
    words = [],
    options = {},
    live = false,
  }: { words?: string[]; options?: VerbOptions; live?: boolean } = {},
) =>
  queryOptions({
    queryKey: [verb, words, options],
    queryFn: () => runVerb<Output>(verb, words, options),
    ...(live ? { refetchInterval: whileUsed } : {}),
  });
