import type { FlowContext, FlowPicture } from '@countersign/contract';

type Named = Pick<FlowPicture, 'id' | 'context'>;

/** Pictures taken since the page was loaded, in memory only, so that they can be shown without a download. */
export interface Photos {
  keep(picture: Named, bytes: Blob): void;
  /** URL of a picture; `null` if it was not taken since the page was loaded. */
  url(picture: Named): string | null;
}

/** Keeps one picture per context. */
export function createPhotos(): Photos {
  const kept = new Map<FlowContext, { id: string; url: string }>();
  return {
    keep({ id, context }, bytes) {
      const before = kept.get(context);
      if (before !== undefined) URL.revokeObjectURL(before.url);
      kept.set(context, { id, url: URL.createObjectURL(bytes) });
    },
    url({ id, context }) {
      const found = kept.get(context);
      return found?.id === id ? found.url : null;
    },
  };
}
