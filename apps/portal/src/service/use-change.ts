import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStepUp } from '../parts/step-up.tsx';
import { Refusal, type RefusalCode } from './api.ts';

/** A change, for buttons and forms. */
export interface Change<Input, Answer> {
  run: (input: Input) => void;
  busy: boolean;
  failure: Refusal | null;
  done: boolean;
  answer: Answer | undefined;
  reset: () => void;
}

/** Refusals that mean that someone else made a change, so the page is out of date. */
const outdated: ReadonlySet<RefusalCode> = new Set([
  'changed-meanwhile',
  'not-in-review',
  'proposal-there',
  'proposal-over',
  'status-in-force',
  'status-not-in-force',
]);

const asRefusal = (error: unknown): Refusal => (error instanceof Refusal ? error : new Refusal('internal'));

interface Options<Input, Answer> {
  act: (input: Input) => Promise<Answer>;
  /** First members of the keys of queries to refresh afterwards. */
  touches?: readonly string[];
  onDone?: (answer: Answer, input: Input) => void;
}

const answerOf = <Input, Answer>({ data }: UseMutationResult<Answer, unknown, Input>) => data;

/** Runs a change. If the service requires a fresh confirmation first, it prompts the person for it and runs the change again. */
export function useChange<Input, Answer>({
  act,
  touches = [],
  onDone,
}: Options<Input, Answer>): Change<Input, Answer> {
  const client = useQueryClient();
  const stepUp = useStepUp();
  const [failure, fail] = useState<Refusal | null>(null);
  const mutation = useMutation<Answer, unknown, Input>({
    mutationFn: async (input) => {
      try {
        return await act(input);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'step-up') throw error;
        if (!(await stepUp())) throw error;
        return act(input);
      }
    },
    onMutate: () => fail(null),
    onError: async (error) => {
      const refusal = asRefusal(error);
      // Closing the dialog is not a failure.
      fail(refusal.code === 'step-up' ? null : refusal);
      if (outdated.has(refusal.code)) await refresh();
      // Refreshing the queries leads to the sign-in page, unless there is unsaved input.
      if (refusal.code === 'signed-out') await client.invalidateQueries();
    },
    onSuccess: async (answer, input) => {
      onDone?.(answer, input);
      await refresh();
    },
  });
  const refresh = () =>
    Promise.all(touches.map((key) => client.invalidateQueries({ queryKey: [key] }))).then(() => undefined);
  return {
    run: (input) => mutation.mutate(input),
    busy: mutation.isPending,
    failure,
    done: mutation.isSuccess,
    answer: answerOf(mutation),
    reset: () => {
      fail(null);
      mutation.reset();
    },
  };
}
