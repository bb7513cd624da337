// Data table: texts of the portal in Spanish: the home page.
import type { Words } from '../words.ts';

/** Texts of the home page. */
export const home: Pick<Words, 'home'> = {
  home: {
    title: 'Inicio',
    intro: (organisation: string) => `Cómo va la verificación en ${organisation}.`,
    setup: 'Puesta en marcha',
    setupDone: (done: number, all: number) => `${done} de ${all} pasos hechos.`,
    setupSteps: {
      integration: {
        title: 'Obtener una integración',
        help: 'Su operador la crea con «countersign integration create».',
      },
      'webhook-url': {
        title: 'Indicar una URL de webhook',
        help: 'Allí recibe su servidor las decisiones.',
      },
      'key-used': {
        title: 'Firmar una solicitud',
        help: 'Su servidor firma con el secreto compartido; el primer uso se ve en un minuto.',
      },
      session: {
        title: 'Crear una sesión',
        help: 'Desde su servidor, o aquí para probar el flujo.',
      },
      'webhook-delivered': {
        title: 'Aceptar un webhook',
        help: 'Su servidor responde con éxito a una decisión.',
      },
    },
    setupActions: {
      'webhook-url': 'Indicar las URL',
      'key-used': 'Abrir las claves',
      session: 'Abrir las sesiones',
      'webhook-delivered': 'Comprobar las URL',
    },
    alerts: 'Por revisar',
    noAlerts: 'Nada requiere atención.',
    since: 'desde',
    alertTexts: {
      'webhook-failing': (type: string) => `Fallan los webhooks: ${type}`,
      'webhook-paused': (type: string) => `Webhooks en pausa: ${type}`,
      'webhook-given-up': (type: string) => `Webhooks abandonados: ${type}`,
      'registry-unusable': (registry: string) =>
        `No se puede usar un registro: ${registry}. Se avisó a su operador.`,
      'key-old': (name: string) => `El secreto «${name}» tiene más de un año`,
      'hits-waiting': (count: number, text: string) =>
        count === 1
          ? '1 coincidencia en listas espera una decisión'
          : `${text} coincidencias en listas esperan una decisión`,
      'proposals-waiting': (count: number, text: string) =>
        count === 1
          ? '1 decisión propuesta espera a una segunda persona'
          : `${text} decisiones propuestas esperan a una segunda persona`,
      'reviews-waiting': (count: number, text: string) =>
        count === 1 ? '1 sesión espera una decisión' : `${text} sesiones esperan una decisión`,
    },
    lastDays: (days: number) => `Sesiones de los últimos ${days} días`,
    newest: (count: string) => `Las ${count} sesiones más recientes`,
    noSessions: 'No hay sesiones en este tiempo.',
    noDecisions: 'No hay decisiones en este tiempo.',
    noHits: 'Ninguna coincidencia espera una decisión.',
    statusMix: 'Estados',
    dropOff: 'Hasta dónde llegaron las sesiones',
    step: 'Paso',
    steps: { created: 'Creada', opened: 'Abierta', 'handed-in': 'Entregada', decided: 'Decidida' },
    decisionTime: 'Tiempo hasta la decisión',
    time: 'Tiempo',
    hitAge: 'Coincidencias en espera por antigüedad',
    hitAgeIntro: 'Desde que se encontraron',
    age: 'Antigüedad',
    below: (limit: string) => `menos de ${limit}`,
    between: (from: string, to: string) => `${from} – ${to}`,
    from: (limit: string) => `${limit} o más`,
    table: 'Tabla',
    asTable: (title: string) => `${title} como tabla`,
    count: 'Número',
    share: 'Parte',
  },
};
