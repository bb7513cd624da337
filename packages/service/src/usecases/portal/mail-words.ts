import type { PortalLanguage } from '@countersign/contract';

/** Texts of the portal's e-mails. Times are ISO 8601 in every language: they are compared with the log. */
export interface MailWords {
  invitation: {
    subject(about: { organisation: string }): string;
    lines(about: { name: string; organisation: string; expiresAt: string; url: string }): string[];
  };
  alert: {
    subject(about: { integration: string }): string;
    lines(about: { integration: string; organisation: string; failures: string[]; portal: string }): string[];
    /** What fails, by the kind of the alert; the argument is a type of webhook or a registry. */
    failures: Readonly<Record<string, (subject: string) => string>>;
  };
}

const en: MailWords = {
  invitation: {
    subject: ({ organisation }) => `Invitation to the identity checks of ${organisation}`,
    lines: ({ name, organisation, expiresAt, url }) => [
      `${name} invites you to the portal of ${organisation}, where its identity checks are seen and reviewed.`,
      '',
      `Make your account here, once, until ${expiresAt}:`,
      url,
      '',
      'Do not pass this e-mail on: whoever opens the link first gets the account.',
      'If you expected no invitation, do nothing; it ends by itself.',
    ],
  },
  alert: {
    subject: ({ integration }) => `${integration}: webhooks or registries fail`,
    lines: ({ integration, organisation, failures, portal }) => [
      `What fails at the integration ${integration} of ${organisation}, with the time since when:`,
      '',
      ...failures,
      '',
      `The log of webhooks, where they can be sent again: ${portal}/webhooks`,
      '',
      'You get this because your role reads the webhooks of this integration.',
    ],
    failures: {
      'webhook-failed': (type) => `a webhook of type ${type} was given up after its last try`,
      'webhook-endpoint-failing': (type) => `every webhook of type ${type} fails`,
      'webhook-endpoint-paused': (type) => `webhooks of type ${type} are paused: their receiver answered 410`,
      registry_unusable: (registry) => `the registry ${registry} gives no usable answers`,
    },
  },
};

const es: MailWords = {
  invitation: {
    subject: ({ organisation }) => `Invitación a las verificaciones de identidad de ${organisation}`,
    lines: ({ name, organisation, expiresAt, url }) => [
      `${name} le invita al portal de ${organisation}, donde se consultan y revisan sus verificaciones de identidad.`,
      '',
      `Cree su cuenta aquí, una sola vez, hasta ${expiresAt}:`,
      url,
      '',
      'No reenvíe este correo: la cuenta será de quien abra primero el enlace.',
      'Si no esperaba ninguna invitación, no haga nada; caduca por sí sola.',
    ],
  },
  alert: {
    subject: ({ integration }) => `${integration}: fallan webhooks o registros`,
    lines: ({ integration, organisation, failures, portal }) => [
      `Lo que falla en la integración ${integration} de ${organisation}, y desde cuándo:`,
      '',
      ...failures,
      '',
      `El registro de webhooks, donde pueden enviarse de nuevo: ${portal}/webhooks`,
      '',
      'Recibe este correo porque su rol puede ver los webhooks de esta integración.',
    ],
    failures: {
      'webhook-failed': (type) => `se abandonó un webhook de tipo ${type} tras su último intento`,
      'webhook-endpoint-failing': (type) => `fallan todos los webhooks de tipo ${type}`,
      'webhook-endpoint-paused': (type) =>
        `los webhooks de tipo ${type} están en pausa: su receptor respondió 410`,
      registry_unusable: (registry) => `el registro ${registry} no da respuestas utilizables`,
    },
  },
};

const ptBr: MailWords = {
  invitation: {
    subject: ({ organisation }) => `Convite para as verificações de identidade de ${organisation}`,
    lines: ({ name, organisation, expiresAt, url }) => [
      `${name} convida você para o portal de ${organisation}, onde as verificações de identidade são vistas e revisadas.`,
      '',
      `Crie sua conta aqui, uma única vez, até ${expiresAt}:`,
      url,
      '',
      'Não encaminhe este e-mail: quem abrir o link primeiro fica com a conta.',
      'Se você não esperava um convite, não faça nada; ele expira sozinho.',
    ],
  },
  alert: {
    subject: ({ integration }) => `${integration}: webhooks ou registros com falha`,
    lines: ({ integration, organisation, failures, portal }) => [
      `O que está falhando na integração ${integration} de ${organisation}, e desde quando:`,
      '',
      ...failures,
      '',
      `O histórico de webhooks, onde podem ser enviados de novo: ${portal}/webhooks`,
      '',
      'Você recebe este e-mail porque sua função permite ver os webhooks desta integração.',
    ],
    failures: {
      'webhook-failed': (type) => `um webhook do tipo ${type} foi abandonado após a última tentativa`,
      'webhook-endpoint-failing': (type) => `todos os webhooks do tipo ${type} estão falhando`,
      'webhook-endpoint-paused': (type) =>
        `os webhooks do tipo ${type} estão pausados: o receptor respondeu 410`,
      registry_unusable: (registry) => `o registro ${registry} não dá respostas utilizáveis`,
    },
  },
};

export const mailWords: Readonly<Record<PortalLanguage, MailWords>> = { en, es, 'pt-BR': ptBr };
