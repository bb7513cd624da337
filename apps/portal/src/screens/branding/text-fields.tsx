import { Panel } from '@countersign/browser-ui';
import {
  brandLimits,
  type BrandSpacing,
  brandSpacings,
  brandTextNames,
  type BrandTextSize,
  brandTextSizes,
  flowLanguageNames,
  flowLanguages,
  reviewedFlowLanguages,
  type FlowLanguage,
  type PreviewScreen,
} from '@countersign/contract';
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useSpeech } from '../../words/context.tsx';
import type { FieldsProps, Shown } from './fields.ts';
import { LogoField } from './logo-field.tsx';

/** The company's identity: name, logo, and layout. */
export function IdentityFields(props: FieldsProps & { company: string }) {
  const { words } = useSpeech();
  const texts = words.branding;
  const { draft, set, wrong, company } = props;
  return (
    <Panel title={texts.identity} intro={texts.identityIntro}>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          description={texts.nameHint(company)}
          placeholder={company}
          maxLength={brandLimits.name}
          error={wrong === 'name'}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <LogoField {...props} />
        <label className="radius">
          <span className="field-label">{texts.radius}</span>
          <span className="quiet small">{texts.radiusHint(draft.radius)}</span>
          <input
            type="range"
            min={0}
            max={brandLimits.radius}
            value={draft.radius}
            aria-valuetext={texts.radiusHint(draft.radius)}
            onChange={(event) => set({ radius: event.currentTarget.valueAsNumber })}
          />
        </label>
        <LayoutFields {...props} />
      </Stack>
    </Panel>
  );
}

/** Text size and spacing, in named steps. */
function LayoutFields({ draft, set }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  return (
    <>
      <NativeSelect
        label={texts.textSize}
        value={draft.textSize}
        data={brandTextSizes.map((value) => ({ value, label: texts.textSizes[value] }))}
        onChange={(event) => set({ textSize: event.currentTarget.value as BrandTextSize })}
      />
      <NativeSelect
        label={texts.spacing}
        value={draft.spacing}
        data={brandSpacings.map((value) => ({ value, label: texts.spacings[value] }))}
        onChange={(event) => set({ spacing: event.currentTarget.value as BrandSpacing })}
      />
    </>
  );
}

/** The screens that show the texts. */
const screenOf = { coBrand: 'start', nextStep: 'done', help: 'help' } as const satisfies Record<
  string,
  PreviewScreen
>;

/** The company's texts, in one language at a time. */
export function TextFields({ draft, set, show, wrong, shown }: FieldsProps & { shown: Shown }) {
  const { words } = useSpeech();
  const texts = words.branding;
  const language: FlowLanguage = shown.language === 'longer' ? 'en' : shown.language;
  const own = draft.texts[language];
  return (
    <Panel title={texts.texts} intro={texts.textsIntro}>
      <Stack gap="md">
        <NativeSelect
          label={texts.textLanguage}
          value={language}
          data={flowLanguages.map((value) => ({ value, label: flowLanguageNames[value] }))}
          onChange={(event) => show({ language: event.currentTarget.value as FlowLanguage })}
        />
        {brandTextNames.map((name) => (
          <Textarea
            key={name}
            label={texts.textNames[name]}
            description={texts.textHints[name]}
            rows={2}
            lang={language}
            maxLength={brandLimits.text}
            error={wrong === `texts.${language}.${name}`}
            value={own[name]}
            onFocus={() => show({ screen: screenOf[name] })}
            onChange={(event) => {
              // A text is a single paragraph.
              const text = event.currentTarget.value.replaceAll(/[\r\n]+/g, ' ');
              // The preview follows the input.
              show({ screen: screenOf[name] });
              set({ texts: { ...draft.texts, [language]: { ...own, [name]: text } } });
            }}
          />
        ))}
        <Checkbox
          label={texts.isDraft}
          description={texts.draftHint}
          checked={draft.draftTexts.includes(language)}
          onChange={({ currentTarget: { checked } }) =>
            set({
              draftTexts: flowLanguages.filter((each) =>
                each === language ? checked : draft.draftTexts.includes(each),
              ),
            })
          }
        />
      </Stack>
    </Panel>
  );
}

const reviewStateOf = (language: FlowLanguage) =>
  reviewedFlowLanguages.includes(language) ? 'reviewed' : 'draft';

/** Selects the languages that people can choose from. */
export function LanguageFields({ draft, set }: FieldsProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const { languages, defaultLanguage } = draft;
  const offer = (language: FlowLanguage, isOffered: boolean) => {
    const next = flowLanguages.filter((each) => (each === language ? isOffered : languages.includes(each)));
    set({
      languages: next,
      defaultLanguage: next.includes(defaultLanguage) ? defaultLanguage : (next[0] ?? defaultLanguage),
    });
  };
  return (
    <Panel title={texts.languages} intro={`${texts.languagesIntro} ${texts.reviewIntro}`}>
      <Stack gap="md">
        <fieldset className="plain-fieldset">
          <legend className="field-label">{texts.offered}</legend>
          <div className="language-choices">
            {flowLanguages.map((language) => (
              <Checkbox
                key={language}
                label={flowLanguageNames[language]}
                description={texts.reviewStates[reviewStateOf(language)]}
                checked={languages.includes(language)}
                disabled={languages.length === 1 && languages.includes(language)}
                onChange={({ currentTarget: { checked } }) => offer(language, checked)}
              />
            ))}
          </div>
        </fieldset>
        <NativeSelect
          label={texts.defaultLanguage}
          description={texts.defaultHint}
          value={defaultLanguage}
          data={languages.map((value) => ({ value, label: flowLanguageNames[value] }))}
          onChange={(event) => set({ defaultLanguage: event.currentTarget.value as FlowLanguage })}
        />
      </Stack>
    </Panel>
  );
}
