import type { FlowLanguage, PreviewScreen } from '@countersign/contract';
import type { Draft, Scheme } from './draft.ts';

/** What the preview shows. */
export interface Shown {
  screen: PreviewScreen;
  language: FlowLanguage | 'longer';
  scheme: Scheme;
  device: 'phone' | 'desktop';
}

/** Props common to all parts of the form. */
export interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  /** Switches the preview to what a field affects. */
  show: (part: Partial<Shown>) => void;
  /** The member that the service rejected. */
  wrong: string | undefined;
}
