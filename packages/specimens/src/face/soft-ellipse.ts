import { svg } from '../svg.ts';

/** A blurred ellipse. Lengths are in units of the sheet. */
export interface SoftEllipse {
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  /** CSS colour. */
  fill: string;
  /** 0–1. */
  opacity: number;
  /** Strength of the blur, as in the filters `soft1` … `soft20`. */
  soft: number;
  transform?: string;
}

/** Draws a blurred ellipse with a gradient, because each blur filter costs a pass over the whole picture. */
export function softEllipse(ellipse: SoftEllipse): string {
  const { cx, cy, rx, ry, fill, opacity, soft, transform } = ellipse;
  const sigma = soft * 0.75;
  const reach = 2 * sigma;
  const id = svg`e${cx}_${cy}_${rx}_${ry}`.replaceAll('-', 'm').replaceAll('.', 'p');
  const peak = 1 - Math.exp(-(rx * ry) / (2 * sigma * sigma));
  const radius = (rx + ry) / 2;
  const stops = [0, 0.25, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
    .map((share) => {
      const beyond = share * (radius + reach) - radius;
      const alpha = share === 1 ? 0 : (opacity * peak) / (1 + Math.exp((1.7 * beyond) / sigma));
      return svg`<stop offset="${share}" stop-color="${fill}" stop-opacity="${alpha}"/>`;
    })
    .join('');
  const turn = transform === undefined ? '' : ` transform="${transform}"`;
  return svg`<radialGradient id="${id}">${stops}</radialGradient><ellipse cx="${cx}" cy="${cy}" rx="${rx + reach}" ry="${ry + reach}" fill="url(#${id})"${turn}/>`;
}
