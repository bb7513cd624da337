import { queryOptions } from '@tanstack/react-query';
import { readRaw } from '../../service/api.ts';
import type { Words } from '../../words/words.ts';

/** A picture of a session. */
export interface Picture {
  sessionId: string;
  id: string;
  /** What it shows, in the API's terms. */
  context: string;
}

/** What a picture shows, in words; in the API's terms if there are none. */
export const contextWord = (words: Pick<Words, 'session'>, context: string): string =>
  (words.session.contexts as Record<string, string>)[context] ?? context;

/** A URL of the picture inside this page. The picture is read and recorded once, and kept in memory only. */
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
