import type { BrandTexts, FlowBrand } from '@countersign/contract';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { useSpeech } from '../words/context.ts';

/** The company's branding, provided to all screens. @see spec/contract.md A-265 */
export const BrandContext = createContext<FlowBrand>({});

export const useBrand = (): FlowBrand => useContext(BrandContext);

/** Reads the branding that the service wrote into the document. */
export const readBrand = (): FlowBrand =>
  JSON.parse(document.getElementById('brand')?.textContent || '{}') as FlowBrand;

/** One of the company's texts in the current language; `null`: there is none. */
export function useBrandText(name: keyof BrandTexts): string | null {
  const { texts = {} } = useBrand();
  return texts[useSpeech().language]?.[name] ?? null;
}
