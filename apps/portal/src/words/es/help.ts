// Data table: texts of the portal in Spanish: the help page.
import type { Words } from '../words.ts';

/** Texts of the help page. */
export const help: Pick<Words, 'help'> = {
  help: {
    title: 'Ayuda',
    intro: 'Cómo empezar, dónde seguir leyendo y cómo está el sistema.',
    quickstart: 'Primeros pasos',
    quickstartIntro:
      'Con las claves de su propia integración de prueba. Los datos de prueba son inventados y no cuestan nada.',
    noTest: 'Usted no alcanza ninguna integración de prueba. Su operador puede añadir una.',
    envFile: 'archivo de acceso',
    command: 'comando',
    stepKeys: 'Guarde el acceso en un archivo.',
    secretHint: 'Un secreto se muestra una sola vez, al añadirlo. Escríbalo detrás de SHARED_SECRET.',
    toKeys: 'Añadir un secreto',
    download: 'Descargar archivo',
    stepSession: 'Cree una sesión. Este nombre se aprueba por sí solo.',
    stepListen: 'Reciba los webhooks en su propio equipo, sin dirección pública.',
    stepDoctor: 'Compruebe que las páginas puedan llamar a la API.',
    stepSandbox: 'Pruebe otros nombres, números y tiempos:',
    commandLine: 'Línea de comandos',
    commandLineIntro: 'El programa forma parte de la instalación, como bin/countersign.',
    documentsTitle: 'Documentos',
    documents: {
      quickstart: 'Primeros pasos',
      api: 'Referencia de la API',
      signing: 'Firmar peticiones',
      webhooks: 'Webhooks',
      client: 'Biblioteca de cliente',
      embed: 'El flujo en su página',
      sandbox: 'Entorno de pruebas',
      errors: 'Errores',
      screening: 'Cribado',
      portal: 'Este portal',
      'command-line': 'Todos los comandos',
    },
    status: 'Estado del sistema',
    statusIntro: 'En lo que afecta a sus sesiones.',
    conditions: { ok: 'Bien', slow: 'Lento', down: 'Con fallos' },
    database: 'Base de datos',
    answered: (ms) => `Respondió en ${ms} ms.`,
    queues: {
      verification: 'Documentos y rostros',
      screening: 'Cribado',
      registry: 'Registros',
      webhooks: 'Webhooks',
    },
    idle: 'Nada espera.',
    waiting: (count, seconds) =>
      `${count} en espera, el más antiguo desde hace ${seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}.`,
    parked: (count) => `${count} apartados para su operador.`,
    lists: 'Listas de vigilancia',
    listsGood: (count) => (count === 1 ? '1 fuente, al día.' : `${count} fuentes, al día.`),
    listsLate: (count) =>
      count === 1 ? '1 fuente es demasiado antigua.' : `${count} fuentes son demasiado antiguas.`,
    listsAge: (hours) =>
      hours < 1
        ? 'La más antigua se confirmó hace menos de una hora.'
        : `La más antigua se confirmó hace ${hours} h.`,
    pictures: 'Proceso de imágenes',
    picturesGood: 'Lee imágenes.',
    picturesWait: 'Muchas imágenes esperan.',
    version: (version) => `Countersign ${version}`,
  },
};
