import type { Page } from '@countersign/browser-kit';

type Watched = { pageFaults?: string[] };

/** Runs in the page: records its errors, once per document. */
function watch(): void {
  const watched = globalThis as Watched;
  if (watched.pageFaults) return;
  const faults: string[] = [];
  watched.pageFaults = faults;
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    faults.push(`policy: ${violatedDirective} ${blockedURI}`);
  });
  addEventListener('error', ({ message }) => faults.push(`error: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(`rejection: ${String(reason)}`));
  const { error } = console;
  console.error = (...parts: unknown[]) => {
    faults.push(`console: ${parts.map(String).join(' ')}`);
    error(...parts);
  };
  if ('ReportingObserver' in globalThis)
    new ReportingObserver(
      (reports) => faults.push(...reports.map(({ body }) => `report: ${JSON.stringify(body)}`)),
      { types: ['csp-violation'], buffered: true },
    ).observe();
}

/** The errors that a page reports: unhandled errors, errors on its console, violations of its security policy. */
export interface PageFaults {
  /** Opens an address, and keeps the reports of the previous page. */
  visit: (path: string) => Promise<void>;
  /** Everything since the last call, in order of occurrence. */
  take: () => Promise<string[]>;
}

/**
 * Watches a page. In Firefox, watching starts before a document's own scripts; in WebKit after it has loaded, with earlier
 * violations taken from its reports.
 * @param origin scheme and authority of the addresses
 */
export async function watchFaults(
  page: Page,
  origin: string,
  { fromStart }: { fromStart: boolean },
): Promise<PageFaults> {
  if (fromStart) await page.beforeLoad(`(${String(watch)})()`);
  let earlier: string[] = [];
  const present = () =>
    page.run(() => {
      const watched = globalThis as Watched;
      return watched.pageFaults?.splice(0) ?? [];
    });
  return {
    async visit(path) {
      earlier.push(...(await present()));
      await page.goto(origin + path);
      await page.run(watch);
    },
    async take() {
      const faults = [...earlier, ...(await present())];
      earlier = [];
      return faults;
    },
  };
}
