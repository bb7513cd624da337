import { type FlowBrand, ownLayoutTokens, themeTokens } from '@countersign/contract';
import { escapeHtml, escapeJson } from '../../runtime/escape-html.ts';
import type { FlowLook } from '../../usecases/flow/view-flow.ts';

/**
 * Custom properties of the page, in a style element of the document, so that no other brand is ever shown first. Empty: the flow's default
 * look.
 */
function themeOf(look: Pick<FlowLook, 'light' | 'dark' | 'radius' | 'textSize' | 'spacing'>): string {
  const { light, dark } = look;
  const schemes = Object.entries({ light, dark } as const).flatMap(([scheme, colours]) =>
    colours === null
      ? []
      : [
          `@media (prefers-color-scheme:${scheme}){${rootOf(themeTokens(colours, scheme as 'light' | 'dark'))}}`,
        ],
  );
  const layout = ownLayoutTokens(look);
  return [...(Object.keys(layout).length === 0 ? [] : [rootOf(layout)]), ...schemes].join('');
}

const rootOf = (tokens: object): string =>
  `:root{${Object.entries(tokens)
    .map((pair) => pair.join(':'))
    .join(';')}}`;

/** The name, or the logo instead, with its size, so that nothing moves when it has loaded. */
function companyMark(name: string, { logo }: FlowBrand): string {
  if (logo === undefined) return escapeHtml(name);
  const { url, width, height } = logo;
  return `<img class="logo" src="${escapeHtml(url)}" alt="${escapeHtml(name)}" width="${width}" height="${height}">`;
}

/** Values with which a shell fills its template, as HTML. */
export interface BrandMarks {
  name: string;
  company: string;
  theme: string;
  brand: string;
}

/** @param name of the company */
export const brandMarks = (name: string, look: FlowLook | null): BrandMarks => ({
  name: escapeHtml(name),
  company: companyMark(name, look?.brand ?? {}),
  theme: look === null ? '' : themeOf(look),
  brand: escapeJson(look?.brand ?? {}),
});
