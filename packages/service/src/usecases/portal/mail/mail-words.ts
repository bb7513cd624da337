import type { PortalLanguage } from '@countersign/contract';

interface PasswordWords {
  subject: string;
  lines: readonly string[];
}

/** Texts of the portal's e-mails. Times are ISO 8601 in every language, for comparison with the log. */
export interface MailWords {
  invitation: {
    subject(about: { organisation: string }): string;
    lines(about: { name: string; organisation: string; expiresAt: string; url: string }): string[];
  };
  /** Sent to the new address. */
  emailChange: {
    subject: string;
    lines(about: { old: string; expiresAt: string; url: string }): string[];
  };
  /** Sent to the previous address. */
  emailChanged: {
    subject: string;
    lines(about: { email: string }): string[];
  };
  /** Sent to the address of an account whose password was changed or first set. */
  passwordChanged: PasswordWords;
  passwordSet: PasswordWords;
  alert: {
    subject(about: { integration: string }): string;
    lines(about: { integration: string; organisation: string; failures: string[]; portal: string }): string[];
    /** Describes a failure, by kind of alert; the argument is a type of webhook or a registry. */
    failures: Readonly<Record<string, (subject: string) => string>>;
  };
  /** A session limit that is nearly used up, or reached. */
  limit: {
    subject(about: LimitUse): string;
    near(about: LimitUse): string[];
    reached(about: LimitUse): string[];
    /** Where it is shown in the portal. */
    where(about: LimitUse): string;
    why: string;
  };
}

interface LimitUse {
  organisation: string;
  mode: 'test' | 'live';
  period: 'day' | 'month';
  most: number;
  used: number;
  portal: string;
}

const en: MailWords = {
  invitation: {
    subject: ({ organisation }) => `Invitation to the identity checks of ${organisation}`,
    lines: ({ name, organisation, expiresAt, url }) => [
      `${name} invites you to the portal of ${organisation}, where its identity checks are viewed and reviewed.`,
      '',
      `Create your account with this link, which works once, until ${expiresAt}:`,
      url,
      '',
      'Do not forward this e-mail: the first person to open the link gets the account.',
      'If you did not expect an invitation, do nothing; it expires by itself.',
    ],
  },
  emailChange: {
    subject: 'Confirm your new e-mail address',
    lines: ({ old, expiresAt, url }) => [
      `The account ${old} of the portal is about to get this e-mail address.`,
      '',
      `Confirm it with this link, which works once, until ${expiresAt}:`,
      url,
      '',
      'If you did not request this, do nothing: the account does not change.',
    ],
  },
  emailChanged: {
    subject: 'The e-mail address of your account was changed',
    lines: ({ email }) => [
      `Your account of the portal has the e-mail address ${email} from now on. You can no longer sign in with this address.`,
      '',
      'If this was not you, inform an owner or admin of your organisation at once: they can remove the account and end its sign-ins.',
    ],
  },
  passwordChanged: {
    subject: 'The password of your account was changed',
    lines: [
      'The password of your portal account was changed. All other sign-ins have ended.',
      '',
      'If this was not you, inform an owner or admin of your organisation at once: they can remove the account and end its sign-ins.',
    ],
  },
  passwordSet: {
    subject: 'Your account now has a password',
    lines: [
      'A password was set for your portal account, which had none. All other sign-ins have ended.',
      '',
      'If this was not you, inform an owner or admin of your organisation at once: they can remove the account and end its sign-ins.',
    ],
  },
  alert: {
    subject: ({ integration }) => `${integration}: webhooks or registries fail`,
    lines: ({ integration, organisation, failures, portal }) => [
      `What fails at the integration ${integration} of ${organisation}, with the time of the first failure:`,
      '',
      ...failures,
      '',
      `The log of webhooks, where they can be sent again: ${portal}/webhooks`,
      '',
      'You receive this e-mail because your role can see the webhooks of this integration.',
    ],
    failures: {
      'webhook-failed': (type) => `a webhook of type ${type} was given up after its last try`,
      'webhook-endpoint-failing': (type) => `every webhook of type ${type} fails`,
      'webhook-endpoint-paused': (type) => `webhooks of type ${type} are paused: their receiver answered 410`,
      registry_unusable: (registry) => `the registry ${registry} gives no usable answers`,
    },
  },
  limit: {
    subject: ({ organisation }) => `${organisation}: limit of sessions`,
    near: ({ organisation, mode, period, most, used }) => [
      `${organisation} has created ${used} of the ${most} ${mode} sessions that it may create in this ${period} (UTC).`,
      'Once all are created, further ones are refused with 429 until the next one begins.',
    ],
    reached: ({ organisation, mode, period, most }) => [
      `${organisation} has created all ${most} ${mode} sessions that it may create in this ${period} (UTC).`,
      'Further ones are refused with 429 until the next one begins. Sessions that exist go on.',
    ],
    where: ({ portal }) => `What is used: ${portal}/organisation. Your operator can raise the limit.`,
    why: 'You get this because your role reads the webhooks of all integrations.',
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
  emailChange: {
    subject: 'Confirme su nueva dirección de correo',
    lines: ({ old, expiresAt, url }) => [
      `La cuenta ${old} del portal tendrá esta dirección de correo a partir de ahora.`,
      '',
      `Confírmela aquí, una sola vez, hasta ${expiresAt}:`,
      url,
      '',
      'Si no lo ha solicitado, no haga nada: la cuenta queda como está.',
    ],
  },
  emailChanged: {
    subject: 'Ha cambiado la dirección de correo de su cuenta',
    lines: ({ email }) => [
      `Su cuenta del portal tiene desde ahora la dirección ${email}. Con esta dirección ya no puede iniciar sesión.`,
      '',
      'Si no ha sido usted, avise enseguida a un propietario o administrador de su organización: puede quitar la cuenta y cerrar sus sesiones.',
    ],
  },
  passwordChanged: {
    subject: 'Ha cambiado la contraseña de su cuenta',
    lines: [
      'Su cuenta del portal tiene desde ahora otra contraseña. Las demás sesiones iniciadas terminaron.',
      '',
      'Si no ha sido usted, avise enseguida a un propietario o administrador de su organización: puede quitar la cuenta y cerrar sus sesiones.',
    ],
  },
  passwordSet: {
    subject: 'Su cuenta tiene ahora una contraseña',
    lines: [
      'Su cuenta del portal no tenía contraseña y desde ahora tiene una. Las demás sesiones iniciadas terminaron.',
      '',
      'Si no ha sido usted, avise enseguida a un propietario o administrador de su organización: puede quitar la cuenta y cerrar sus sesiones.',
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
  limit: {
    subject: ({ organisation }) => `${organisation}: límite de sesiones`,
    near: ({ organisation, mode, period, most, used }) => [
      `${organisation} ha creado ${used} de las ${most} sesiones ${mode === 'live' ? 'reales' : 'de prueba'} que puede crear ${period === 'day' ? 'este día' : 'este mes'} (UTC).`,
      'Cuando estén todas creadas, las siguientes se rechazan con 429 hasta que empiece el próximo.',
    ],
    reached: ({ organisation, mode, period, most }) => [
      `${organisation} ha creado las ${most} sesiones ${mode === 'live' ? 'reales' : 'de prueba'} que puede crear ${period === 'day' ? 'este día' : 'este mes'} (UTC).`,
      'Las siguientes se rechazan con 429 hasta que empiece el próximo. Las sesiones que hay continúan.',
    ],
    where: ({ portal }) => `Lo que se ha usado: ${portal}/organisation. Su operador puede subir el límite.`,
    why: 'Recibe este mensaje porque su función lee los webhooks de todas las integraciones.',
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
  emailChange: {
    subject: 'Confirme seu novo endereço de e-mail',
    lines: ({ old, expiresAt, url }) => [
      `A conta ${old} do portal passará a ter este endereço de e-mail.`,
      '',
      `Confirme aqui, uma única vez, até ${expiresAt}:`,
      url,
      '',
      'Se você não pediu isso, não faça nada: a conta fica como está.',
    ],
  },
  emailChanged: {
    subject: 'O endereço de e-mail da sua conta foi alterado',
    lines: ({ email }) => [
      `Sua conta do portal tem a partir de agora o endereço ${email}. Este endereço não serve mais para entrar.`,
      '',
      'Se não foi você, avise logo um proprietário ou administrador da sua organização: ele pode remover a conta e encerrar as sessões dela.',
    ],
  },
  passwordChanged: {
    subject: 'A senha da sua conta foi alterada',
    lines: [
      'Sua conta do portal tem a partir de agora outra senha. As outras entradas terminaram.',
      '',
      'Se não foi você, avise logo um proprietário ou administrador da sua organização: ele pode remover a conta e encerrar as sessões dela.',
    ],
  },
  passwordSet: {
    subject: 'Sua conta agora tem uma senha',
    lines: [
      'Sua conta do portal não tinha senha e tem uma a partir de agora. As outras entradas terminaram.',
      '',
      'Se não foi você, avise logo um proprietário ou administrador da sua organização: ele pode remover a conta e encerrar as sessões dela.',
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
  limit: {
    subject: ({ organisation }) => `${organisation}: limite de sessões`,
    near: ({ organisation, mode, period, most, used }) => [
      `${organisation} criou ${used} das ${most} sessões ${mode === 'live' ? 'reais' : 'de teste'} que pode criar ${period === 'day' ? 'neste dia' : 'neste mês'} (UTC).`,
      'Quando todas estiverem criadas, as seguintes são recusadas com 429 até o início do próximo.',
    ],
    reached: ({ organisation, mode, period, most }) => [
      `${organisation} criou todas as ${most} sessões ${mode === 'live' ? 'reais' : 'de teste'} que pode criar ${period === 'day' ? 'neste dia' : 'neste mês'} (UTC).`,
      'As seguintes são recusadas com 429 até o início do próximo. As sessões que existem continuam.',
    ],
    where: ({ portal }) => `O que foi usado: ${portal}/organisation. Sua operadora pode aumentar o limite.`,
    why: 'Você recebe isto porque sua função lê os webhooks de todas as integrações.',
  },
};

export const mailWords: Readonly<Record<PortalLanguage, MailWords>> = { en, es, 'pt-BR': ptBr };
