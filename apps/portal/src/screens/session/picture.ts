import { queryOptions } from '@tanstack/react-query';
import { readRaw } from '../../service/api.ts';

/** One picture of a session. */
export interface Picture {
  sessionId: string;
  id: string;
  /** What it shows, as the interface names it. */
  context: string;
}

/** An address of the picture inside this page; it is read once, recorded once, and kept in memory only. */
export const pictureQuery = ({ sessionId, id }: Picture) =>
  queryOptions({
    queryKey: ['sessions', sessionId, 'media', id],
    queryFn: async () => {
      const answer = await readRaw(`sessions/${sessionId}/media/${id}`);
      return URL.createObjectURL(await answer.blob());
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  });
