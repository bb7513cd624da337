// Data table: texts of the portal in Brazilian Portuguese: the help page.
import type { Words } from '../words.ts';

/** Texts of the help page. */
export const help: Pick<Words, 'help'> = {
  help: {
    title: 'Ajuda',
    intro: 'Como começar, onde continuar lendo e como está o sistema.',
    quickstart: 'Primeiros passos',
    quickstartIntro:
      'Com as chaves da sua própria integração de teste. Os dados de teste são inventados e não custam nada.',
    noTest: 'Você não alcança nenhuma integração de teste. Seu operador pode adicionar uma.',
    envFile: 'arquivo de acesso',
    command: 'comando',
    stepKeys: 'Guarde o acesso em um arquivo.',
    secretHint: 'Um segredo é mostrado uma única vez, ao ser adicionado. Escreva-o depois de SHARED_SECRET.',
    toKeys: 'Adicionar um segredo',
    download: 'Baixar arquivo',
    stepSession: 'Crie uma sessão. Este nome é aprovado por si só.',
    stepListen: 'Receba os webhooks na sua própria máquina, sem endereço público.',
    stepDoctor: 'Verifique se as páginas podem chamar a API.',
    stepSandbox: 'Teste outros nomes, números e tempos:',
    commandLine: 'Linha de comando',
    commandLineIntro: 'O programa faz parte da instalação, como bin/countersign.',
    documentsTitle: 'Documentos',
    documents: {
      quickstart: 'Primeiros passos',
      api: 'Referência da API',
      signing: 'Assinar requisições',
      webhooks: 'Webhooks',
      client: 'Biblioteca de cliente',
      embed: 'O fluxo na sua página',
      sandbox: 'Ambiente de testes',
      errors: 'Erros',
      screening: 'Triagem',
      portal: 'Este portal',
      'command-line': 'Todos os comandos',
    },
    status: 'Estado do sistema',
    statusIntro: 'No que afeta as suas sessões.',
    conditions: { ok: 'Bom', slow: 'Lento', down: 'Com falhas' },
    database: 'Banco de dados',
    answered: (ms) => `Respondeu em ${ms} ms.`,
    queues: {
      verification: 'Documentos e rostos',
      screening: 'Triagem',
      registry: 'Registros',
      webhooks: 'Webhooks',
    },
    idle: 'Nada espera.',
    waiting: (count, seconds) =>
      `${count} em espera, o mais antigo há ${seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}.`,
    parked: (count) => `${count} separados para o seu operador.`,
    lists: 'Listas de observação',
    listsGood: (count) => (count === 1 ? '1 fonte, em dia.' : `${count} fontes, em dia.`),
    listsLate: (count) =>
      count === 1 ? '1 fonte está velha demais.' : `${count} fontes estão velhas demais.`,
    listsAge: (hours) =>
      hours < 1
        ? 'A mais antiga foi confirmada há menos de uma hora.'
        : `A mais antiga foi confirmada há ${hours} h.`,
    pictures: 'Processo de imagens',
    picturesGood: 'Lê imagens.',
    picturesWait: 'Muitas imagens esperam.',
    version: (version) => `Countersign ${version}`,
  },
};
