import type { FlowLanguage, PreviewScreen } from '@countersign/contract';
import type { Draft, Scheme } from './draft.ts';

/** What the preview shows. */
export interface Shown {
  screen: PreviewScreen;
  language: FlowLanguage | 'longer';
  scheme: Scheme;
  device: 'phone' | 'desktop';
}

/** What every part of the form takes. */
export interface FieldsProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  /** Turns the preview to what a field is about. */
  show: (part: Partial<Shown>) => void;
  /** The member that the service refused. */
  wrong: string | undefined;
}
