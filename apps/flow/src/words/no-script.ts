import type { FlowLanguage } from '@countersign/contract';

/** Shown without scripts, and therefore without a catalogue. */
export const noScript: Readonly<Record<FlowLanguage, string>> = {
  cs: 'Tato stránka potřebuje JavaScript.',
  da: 'Denne side kræver JavaScript.',
  de: 'Diese Seite benötigt JavaScript.',
  et: 'See leht vajab JavaScripti.',
  en: 'This page needs JavaScript.',
  es: 'Esta página necesita JavaScript.',
  'es-419': 'Esta página necesita JavaScript.',
  fr: 'Cette page nécessite JavaScript.',
  id: 'Halaman ini memerlukan JavaScript.',
  it: 'Questa pagina richiede JavaScript.',
  nl: 'Deze pagina heeft JavaScript nodig.',
  pl: 'Ta strona wymaga JavaScriptu.',
  'pt-BR': 'Esta página precisa de JavaScript.',
  'pt-PT': 'Esta página precisa de JavaScript.',
  ro: 'Această pagină are nevoie de JavaScript.',
  fi: 'Tämä sivu tarvitsee JavaScriptin.',
  sv: 'Den här sidan behöver JavaScript.',
  tr: 'Bu sayfa için JavaScript gerekir.',
  uk: 'Для цієї сторінки потрібен JavaScript.',
  he: 'לדף הזה דרוש JavaScript.',
  ar: 'تحتاج هذه الصفحة إلى JavaScript.',
  hi: 'इस पेज के लिए JavaScript ज़रूरी है।',
  ja: 'このページには JavaScript が必要です。',
  'zh-Hans': '此页面需要 JavaScript。',
};
