import { Panel } from '@countersign/browser-ui';
import { type BrandColours, contrastProblems, darkFrom, standardColours } from '@countersign/contract';
import { Checkbox, TextInput } from '@mantine/core';
import { useSpeech } from '../../words/context.tsx';
import { type Draft, isColour, isWhole, type Scheme } from './draft.ts';
import type { FieldsProps } from './fields.ts';

const members = ['primary', 'primaryText', 'background', 'text'] as const satisfies (keyof BrandColours)[];

/** Initial colours of a scheme: for dark, the primary colour of the light scheme, made readable on dark. */
const firstColours = (scheme: Scheme, { light }: Draft): BrandColours =>
  scheme === 'dark' && light !== null && isWhole(light) ? darkFrom(light) : standardColours[scheme];

/** Custom colours of one scheme, or the flow's defaults. */
export function ColourFields({ scheme, draft, set, show }: FieldsProps & { scheme: Scheme }) {
  const { words } = useSpeech();
  const texts = words.branding;
  const colours = draft[scheme];
  const change = (next: BrandColours | null) => {
    set({ [scheme]: next });
    show({ scheme });
  };
  return (
    <Panel title={texts.schemes[scheme]} intro={texts.schemeIntros[scheme]}>
      <Checkbox
        label={texts.ownColours}
        checked={colours !== null}
        onChange={({ currentTarget: { checked } }) => change(checked ? firstColours(scheme, draft) : null)}
      />
      {colours !== null && (
        <div className="colours">
          {members.map((member) => (
            <ColourField
              key={member}
              member={member}
              colours={colours}
              set={(value) => change({ ...colours, [member]: value })}
            />
          ))}
        </div>
      )}
    </Panel>
  );
}

interface ColourFieldProps {
  member: keyof BrandColours;
  colours: BrandColours;
  set: (value: string) => void;
}

/** A colour, picked or typed, with a suggestion if it is not readable. */
function ColourField({ member, colours, set }: ColourFieldProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const value = colours[member];
  const isKnown = isColour(value);
  const problem = isWhole(colours)
    ? contrastProblems(colours).find((each) => each.member === member)
    : undefined;
  return (
    <div className="colour">
      <input
        type="color"
        aria-label={texts.choose(texts.colours[member])}
        value={isKnown ? value : '#000000'}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <TextInput
        label={texts.colours[member]}
        description={texts.colourHints[member]}
        spellCheck={false}
        maxLength={7}
        classNames={{ input: 'mono' }}
        value={value}
        error={isKnown ? problem !== undefined : texts.colourForm}
        onChange={(event) => set(event.currentTarget.value.trim().toLowerCase())}
      />
      <div role="status" className="colour-advice small">
        {problem && (
          <>
            <span className="fault">
              {texts.contrast(problem.contrast.toFixed(1), texts.colours[problem.on])}
            </span>{' '}
            {problem.proposal !== value && (
              <button type="button" className="as-link" onClick={() => set(problem.proposal)}>
                <span className="swatch" ref={paint(problem.proposal)} aria-hidden="true" />
                {texts.useInstead(problem.proposal)}
              </button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Set by script, because colours are user input and must not be part of a style sheet. */
const paint = (colour: string) => (element: HTMLElement | null) => {
  if (element) element.style.background = colour;
};
