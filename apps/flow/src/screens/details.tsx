import type { FlowField } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useHold } from '../parts/hold.ts';
import { Actions, Primary, Screen } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

const completions: Record<FlowField, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dateOfBirth: 'bday',
  idNumber: 'off',
};

/** The `type` attribute, spread in, because its type declarations reject a union. */
const typeOf = (name: FlowField) => ({ type: name === 'dateOfBirth' ? 'date' : 'text' }) as { type: 'text' };

function Field({
  name,
  value,
  fault,
  onInput,
}: {
  name: FlowField;
  value: string;
  fault: boolean;
  onInput: (value: string) => void;
}): JSX.Element {
  const { words } = useSpeech();
  return (
    <label class="field">
      <span>{words.fields[name]}</span>
      <input
        {...typeOf(name)}
        value={value}
        // Browsers treat an empty field as left-to-right.
        dir={value === '' ? undefined : 'auto'}
        maxLength={200}
        autocomplete={completions[name]}
        data-field={name}
        aria-invalid={fault}
        aria-describedby={fault ? `fault-${name}` : undefined}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {fault && (
        <span class="fault" id={`fault-${name}`}>
          {words.fieldMissing}
        </span>
      )}
    </label>
  );
}

/** Focuses the first invalid field at each attempt to continue, so that it is read out together with its error. */
function useTries() {
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);
  return { form, wasTried: tries > 0, fail: () => setTries(tries + 1) };
}

/** F8: only the missing details. */
export function Details(): JSX.Element {
  const { words } = useSpeech();
  const { journey, local, set } = useUi();
  const { busy } = useHold();
  const { state, refused } = journey.model();
  const names = state?.next?.kind === 'fields' ? state.next.fields : [];
  const { typed: values } = local;
  const { form, wasTried, fail } = useTries();
  const isMissing = (name: FlowField) => !values[name]?.trim();
  const send = () => {
    if (busy) return;
    if (names.some(isMissing)) return fail();
    const trimmed = names.map((name) => [name, values[name]!.trim()] as const);
    void journey.fillFields(trimmed.reduce((all, [name, value]) => ({ ...all, [name]: value }), {}));
  };
  return (
    <Screen screen="F8" title={words.fieldsTitle}>
      <p class="lead">{words.fieldsText}</p>
      <form
        id="details"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {names.map((name) => (
          <Field
            key={name}
            name={name}
            value={values[name] ?? ''}
            fault={wasTried && isMissing(name)}
            onInput={(value) => set({ typed: { ...values, [name]: value } })}
          />
        ))}
      </form>
      {refused === 'request-invalid' && (
        <p class="fault" role="alert">
          {words.fieldRefused}
        </p>
      )}
      <Actions>
        <Primary form="details">{words.goOn}</Primary>
      </Actions>
    </Screen>
  );
}
