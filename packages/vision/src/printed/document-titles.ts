import type { DocumentKind } from '@countersign/findings';

/** Titles that identify a kind of document. */
export interface TitleRule {
  kind: DocumentKind;
  /** Folded like labels; compared letter by letter, ignoring spaces. */
  titles: readonly string[];
  /** The only state whose documents have these titles; `null` if several have them. */
  state: string | null;
  /** 0–1, how reliably the title alone identifies the kind. */
  weight: number;
}

/** Titles of documents, the more specific ones first. */
export const titleRules: readonly TitleRule[] = [
  { kind: 'mx-ine', state: 'MEX', weight: 0.95, titles: ['CREDENCIAL PARA VOTAR', 'INSTITUTO NACIONAL ELECTORAL', 'INSTITUTO FEDERAL ELECTORAL', 'CLAVE DE ELECTOR'] },
  { kind: 'br-cnh', state: 'BRA', weight: 0.95, titles: ['CARTEIRA NACIONAL DE HABILITACAO', 'PERMISSAO PARA DIRIGIR', 'SECRETARIA NACIONAL DE TRANSITO'] },
  { kind: 'co-cedula-yellow', state: 'COL', weight: 0.9, titles: ['CEDULA DE CIUDADANIA', 'IDENTIFICACION PERSONAL', 'REGISTRADOR NACIONAL'] },
  { kind: 'visa', state: null, weight: 0.92, titles: ['VISA', 'VISUM', 'VISTO'] },
  { kind: 'us-licence', state: 'USA', weight: 0.85, titles: ['DRIVER LICENSE', 'DRIVERS LICENSE', 'DRIVER S LICENSE', 'COMMERCIAL DRIVER LICENSE', 'USA IDENTIFICATION CARD'] },
  { kind: 'driving-licence', state: null, weight: 0.9, titles: ['DRIVING LICENCE', 'DRIVING LICENSE', 'DRIVER LICENCE', 'DRIVERS LICENCE', 'PERMIS DE CONDUIRE', 'PERMISO DE CONDUCCION', 'LICENCIA DE CONDUCIR', 'LICENCIA DE CONDUCCION', 'LICENCIA PARA CONDUCIR', 'CARTA DE CONDUCAO', 'FUHRERSCHEIN', 'PATENTE DI GUIDA', 'RIJBEWIJS', 'PRAWO JAZDY', 'JUHILUBA'] },
  { kind: 'residence-permit', state: null, weight: 0.9, titles: ['RESIDENCE PERMIT', 'RESIDENCE CARD', 'PERMANENT RESIDENT', 'PERMISO DE RESIDENCIA', 'AUTORIZACAO DE RESIDENCIA', 'TITULO DE RESIDENCIA', 'TITRE DE SEJOUR', 'AUFENTHALTSTITEL', 'AUFENTHALTSKARTE', 'RESIDENTE PERMANENTE', 'RESIDENTE TEMPORAL', 'CEDULA DE EXTRANJERIA'] },
  { kind: 'passport', state: null, weight: 0.9, titles: ['PASSPORT', 'PASAPORTE', 'PASSAPORTE', 'PASSEPORT', 'REISEPASS', 'PASSAPORTO'] },
  { kind: 'id-card', state: null, weight: 0.9, titles: ['IDENTITY CARD', 'NATIONAL IDENTITY CARD', 'IDENTIFICATION CARD', 'NATIONAL ID', 'CARTE NATIONALE D IDENTITE', 'CARTE D IDENTITE', 'PERSONALAUSWEIS', 'DOCUMENTO NACIONAL DE IDENTIDAD', 'CEDULA DE IDENTIDAD', 'CARTEIRA DE IDENTIDADE', 'CARTAO DE CIDADAO', 'CARTA D IDENTITA', 'TARJETA DE IDENTIDAD', 'TRAVEL CARD'] },
]; // prettier-ignore
