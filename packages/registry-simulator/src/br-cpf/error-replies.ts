import type { SimulatedReply } from '../server/simulated-route.ts';

/** The three formats of Datavalid's errors. */
const styles = [
  (code: string, text: string) => ({ body: { code, message: text } }),
  (code: string, text: string) => ({ body: { codigo: code, mensagem: text } }),
  (code: string, text: string) => ({ body: `${code} - ${text}` }),
];

const texts: Readonly<Record<string, string>> = {
  DV001: 'Titular menor de idade: dados não podem ser fornecidos',
  DV002: 'Foto da base abaixo da qualidade mínima',
  DV010: 'CPF inválido',
  DV013: 'Sexo inválido',
  DV017: 'Situação da CNH inválida',
  DV040: 'Não há face cadastrada na base',
  DV041: 'Nenhuma face reconhecida na imagem enviada',
  DV042: 'Tamanho da imagem fora dos limites',
  DV043: 'Imagem corrompida ou em formato diferente de JPG ou PNG',
  DV044: 'Base64 inválido',
  DV045: 'Qualidade da face insuficiente',
  DV150: 'Serviço da Senatran indisponível',
  DV200: 'Template de tratamento não encontrado',
  DV201: 'Bloco privacidade não informado',
  DV202: 'Campos do consentimento inválidos',
  DV203: 'Token de consentimento inválido ou já utilizado',
};

const statusTexts: Readonly<Record<number, string>> = {
  400: 'Requisição inválida',
  401: 'Credenciais inválidas',
  403: 'Acesso não autorizado',
  404: 'Recurso não encontrado',
  406: 'Formato de resposta não suportado',
  429: 'Limite de requisições excedido',
  451: 'Titular menor de idade',
  500: 'Erro interno do servidor',
  503: 'Serviço indisponível',
};

/** 422 with a code; the code determines the format. @param code `DV041` */
export function codedRefusal(code: string): SimulatedReply {
  const text = texts[code] ?? 'Erro na validação';
  const style = styles[Number(code.slice(2)) % styles.length];
  return { status: 422, body: style?.(code, text).body ?? text };
}

/** A status without a code. */
export const plainRefusal = (status: number, text?: string): SimulatedReply => ({
  status,
  body: { mensagem: text ?? statusTexts[status] ?? 'Erro no processamento' },
});
