import type { FlowField, FlowFieldsRequest } from '@countersign/contract';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Actions, Primary, Screen } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';

const completions: Record<FlowField, string> = {
  firstName: 'given-name',
  lastName: 'family-name',
  dateOfBirth: 'bday',
  idNumber: 'off',
};

/** The attribute `type`; its declarations take no choice of two. */
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
        dir="auto"
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

/** F8: only what is missing. */
export function Details(): JSX.Element {
  const { words } = useSpeech();
  const { journey, announce } = useUi();
  const { state, refused } = journey.model();
  const names = state?.next?.kind === 'fields' ? state.next.fields : [];
  const [values, setValues] = useState<FlowFieldsRequest>({});
  const [wasTried, setWasTried] = useState(false);
  const isMissing = (name: FlowField) => !values[name]?.trim();
  const send = () => {
    setWasTried(true);
    if (names.some(isMissing)) return announce.assertive(words.fieldMissing);
    const trimmed = names.map((name) => [name, values[name]!.trim()] as const);
    void journey.fillFields(trimmed.reduce((all, [name, value]) => ({ ...all, [name]: value }), {}));
  };
  return (
    <Screen screen="F8" title={words.fieldsTitle}>
      <p class="lead">{words.fieldsText}</p>
      <form
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
            onInput={(value) => setValues({ ...values, [name]: value })}
          />
        ))}
      </form>
      {refused === 'request-invalid' && (
        <p class="fault" role="alert">
          {words.fieldRefused}
        </p>
      )}
      <Actions>
        <Primary onClick={send}>{words.goOn}</Primary>
      </Actions>
    </Screen>
  );
}
