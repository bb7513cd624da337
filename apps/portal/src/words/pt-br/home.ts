// Data table: texts of the portal in Brazilian Portuguese: the home page.
import type { Words } from '../words.ts';

/** Texts of the home page. */
export const home: Pick<Words, 'home'> = {
  home: {
    title: 'Início',
    intro: (organisation: string) => `Como vai a verificação na ${organisation}.`,
    setup: 'Primeiros passos',
    setupDone: (done: number, all: number) => `${done} de ${all} passos concluídos.`,
    setupSteps: {
      integration: {
        title: 'Obter uma integração',
        help: 'O seu operador a cria com “countersign integration create”.',
      },
      'webhook-url': {
        title: 'Definir uma URL de webhook',
        help: 'É nela que o seu servidor recebe as decisões.',
      },
      'key-used': {
        title: 'Assinar uma requisição',
        help: 'O seu servidor assina com o segredo compartilhado; o primeiro uso aparece em um minuto.',
      },
      session: {
        title: 'Criar uma sessão',
        help: 'Do seu servidor, ou aqui, para experimentar o fluxo.',
      },
      'webhook-delivered': {
        title: 'Aceitar um webhook',
        help: 'O seu servidor responde com sucesso a uma decisão.',
      },
    },
    setupActions: {
      'webhook-url': 'Definir as URLs',
      'key-used': 'Abrir as chaves',
      session: 'Abrir as sessões',
      'webhook-delivered': 'Conferir as URLs',
    },
    alerts: 'Para ver',
    noAlerts: 'Nada precisa de atenção.',
    since: 'desde',
    alertTexts: {
      'webhook-failing': (type: string) => `Webhooks estão falhando: ${type}`,
      'webhook-paused': (type: string) => `Webhooks em pausa: ${type}`,
      'webhook-given-up': (type: string) => `Webhooks foram abandonados: ${type}`,
      'registry-unusable': (registry: string) =>
        `Um registro não pode ser usado: ${registry}. O seu operador foi avisado.`,
      'key-old': (name: string) => `O segredo “${name}” tem mais de um ano`,
      'hits-waiting': (count: number, text: string) =>
        count === 1
          ? '1 correspondência em listas espera uma decisão'
          : `${text} correspondências em listas esperam uma decisão`,
      'proposals-waiting': (count: number, text: string) =>
        count === 1
          ? '1 decisão proposta aguarda uma segunda pessoa'
          : `${text} decisões propostas aguardam uma segunda pessoa`,
      'reviews-waiting': (count: number, text: string) =>
        count === 1 ? '1 sessão espera uma decisão' : `${text} sessões esperam uma decisão`,
    },
    lastDays: (days: number) => `Sessões dos últimos ${days} dias`,
    newest: (count: string) => `As ${count} sessões mais recentes`,
    noSessions: 'Nenhuma sessão neste período.',
    noDecisions: 'Nenhuma decisão neste período.',
    noHits: 'Nenhuma correspondência espera uma decisão.',
    statusMix: 'Status',
    dropOff: 'Até onde as sessões chegaram',
    step: 'Passo',
    steps: { created: 'Criada', opened: 'Aberta', 'handed-in': 'Enviada', decided: 'Decidida' },
    decisionTime: 'Tempo até a decisão',
    time: 'Tempo',
    hitAge: 'Correspondências em espera por idade',
    hitAgeIntro: 'Desde que foram encontradas',
    age: 'Idade',
    below: (limit: string) => `menos de ${limit}`,
    between: (from: string, to: string) => `${from} – ${to}`,
    from: (limit: string) => `${limit} ou mais`,
    table: 'Tabela',
    asTable: (title: string) => `${title} como tabela`,
    count: 'Número',
    share: 'Parcela',
  },
};
