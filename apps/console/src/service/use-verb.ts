import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailed, runVerb, type VerbOptions, type VerbResult } from './call.ts';

interface Call {
  words?: readonly string[];
  options?: VerbOptions;
}

/** A verb as buttons and forms carry it out. */
export interface RunningVerb<Output> {
  run: (call: Call) => void;
  busy: boolean;
  failure: CallFailed | null;
  result: VerbResult<Output> | null;
  reset: () => void;
}

interface Options<Output> {
  /** Verbs whose output is read anew afterwards. */
  touches?: readonly string[];
  onDone?: (result: VerbResult<Output>) => void;
}

/** Carries out a verb that changes something, or that is to be run only when it is asked for. */
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
      // First: what the page reads then is the newest.
      await refresh();
      onDone?.(given);
    },
    // What is shown may be out of date: somebody else may have done it.
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
