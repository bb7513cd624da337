import type { FlowContext } from '@countersign/contract';

/** Pictures of this load, in memory only, so that they need not be fetched back to be shown. */
export interface Photos {
  keep(context: FlowContext, picture: Blob): void;
  /** URL of the picture of a context; `null` when it was not taken in this load. */
  url(context: FlowContext): string | null;
}

export function createPhotos(): Photos {
  const urls = new Map<FlowContext, string>();
  return {
    keep(context, picture) {
      const before = urls.get(context);
      if (before !== undefined) URL.revokeObjectURL(before);
      urls.set(context, URL.createObjectURL(picture));
    },
    url: (context) => urls.get(context) ?? null,
  };
}
