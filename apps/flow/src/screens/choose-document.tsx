import type { FlowDocumentType, FlowState } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { KeepWhatIsThere } from '../parts/keep.tsx';
import { Screen } from '../parts/screen.tsx';
import { useHold } from '../parts/hold.ts';
import { useUi } from '../parts/ui.ts';
import { useSpeech } from '../words/context.ts';
import { countriesIn, regionOf } from './countries.ts';

type Rules = FlowState['rules'];

/** Countries with at least one accepted type; `null`: all. */
function countriesOf({ documents }: Rules): string[] | null {
  if (documents.some(({ countries }) => countries === null)) return null;
  return [...new Set(documents.flatMap(({ countries }) => countries ?? []))];
}

const typesFor = ({ documents }: Rules, country: string): FlowDocumentType[] =>
  documents
    .filter(({ countries }) => countries === null || countries.includes(country))
    .map(({ type }) => type);

/** The country chosen before, given by the session, or of the browser; empty if none of them is offered. */
function preselected(state: FlowState): string {
  const allowed = countriesOf(state.rules);
  const wishes = [state.document?.country, state.rules.country, regionOf(navigator.language)];
  const fits = (code: string) => allowed === null || allowed.includes(code);
  return (
    wishes.find((code): code is string => !!code && fits(code)) ?? (allowed?.length === 1 ? allowed[0]! : '')
  );
}

function TypeButton({
  type,
  isFirst,
  onChoose,
}: {
  type: FlowDocumentType;
  isFirst: boolean;
  onChoose: () => void;
}) {
  const { words } = useSpeech();
  const { busy } = useHold();
  return (
    <li>
      <button
        type="button"
        class="choice"
        data-action={type}
        {...(isFirst ? { 'data-primary': '' } : {})}
        aria-disabled={busy}
        onClick={() => {
          if (!busy) onChoose();
        }}
      >
        <Icon name="document" />
        <span>{words.documentTypes[type]}</span>
      </button>
    </li>
  );
}

/** F3: country and type; a tap on the type continues. */
export function ChooseDocument(): JSX.Element {
  const { words, language } = useSpeech();
  const { journey, local, set } = useUi();
  const state = journey.model().state!;
  const [first] = useState(() => preselected(state));
  const country = local.country ?? first;
  const countries = countriesIn(language, countriesOf(state.rules));
  const types = country === '' ? [] : typesFor(state.rules, country);
  const choose = async (type: FlowDocumentType) => {
    if (await journey.chooseDocument(country, type)) set({ editing: null, retaking: null, country: null });
  };
  const [only] = types;
  const isOneChoice = countries.length === 1 && types.length === 1 && local.editing === null;
  useEffect(() => {
    if (isOneChoice && only) void choose(only);
  }, [isOneChoice]);
  return (
    <Screen screen="F3" title={words.documentTitle}>
      <label class="field">
        <span>{words.documentCountry}</span>
        <select
          value={country}
          data-action="country"
          onChange={(event) => set({ country: event.currentTarget.value })}
        >
          <option value="" disabled hidden={country !== ''} />
          {countries.map(({ code, name }) => (
            <option value={code} key={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <h2 id="types">{words.documentType}</h2>
      {country !== '' && types.length === 0 && <p>{words.documentNone}</p>}
      <ul class="choices" aria-labelledby="types">
        {types.map((type, index) => (
          <TypeButton key={type} type={type} isFirst={index === 0} onChoose={() => void choose(type)} />
        ))}
      </ul>
      <KeepWhatIsThere />
    </Screen>
  );
}
