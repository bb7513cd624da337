import type { FlowContext, FlowPicture } from '@countersign/contract';

type Named = Pick<FlowPicture, 'id' | 'context'>;

/** Pictures of this load, in memory only, so that they need not be fetched back to be shown. */
export interface Photos {
  keep(picture: Named, bytes: Blob): void;
  /** URL of a picture; `null` when it was not taken in this load. */
  url(picture: Named): string | null;
}

/** Keeps one picture of each context. */
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
