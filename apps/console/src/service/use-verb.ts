import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, runVerb, type VerbOptions, type VerbResult } from './call.ts';

interface Call {
  words?: readonly string[];
  options?: VerbOptions;
}

/** A verb that buttons and forms can run. */
export interface RunningVerb<Output> {
  run: (call: Call) => void;
  busy: boolean;
  failure: CallFailed | null;
  result: VerbResult<Output> | null;
  reset: () => void;
}

interface Options<Output> {
  /** Verbs whose output is refreshed afterwards. */
  touches?: readonly string[];
  onDone?: (result: VerbResult<Output>) => void;
}

/** Runs a verb that changes something, or that must only run on demand. */
export function useVerb<Output = unknown>(
  verb: string,
  { touches = [], onDone }: Options<Output> = {},
): RunningVerb<Output> {
  const client = useQueryClient();
  const [result, show] = useState<VerbResult<Output> | null>(null);
  const refresh = () => Promise.all(touches.map((key) => client.invalidateQueries({ queryKey: [key] })));
  const mutation = useMutation({
    mutationFn: ({ words, options }: Call) => runVerb<Output>(verb, words, options),
    onMutate: () => show(null),
    onSuccess: async (given) => {
      show(given);
      // Refresh first, so that the page then reads the newest data.
      await refresh();
      onDone?.(given);
    },
    // The page may be out of date: someone else may have done it already.
    onError: refresh,
  });
  const { error } = mutation;
  return {
    run: (call) => mutation.mutate(call),
    busy: mutation.isPending,
    failure: error === null || error instanceof CallFailed ? error : new CallFailed(500, String(error)),
    result,
    reset: () => {
      show(null);
      mutation.reset();
    },
  };
}
