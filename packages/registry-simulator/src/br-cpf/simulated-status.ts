import type { Scenario, SimulatedCall, SimulatedReply } from '../server/simulated-route.ts';
import { plainRefusal } from './error-replies.ts';
import { brPerson } from './people.ts';
import type { BrTwist } from './scenarios.ts';

const descriptions = {
  0: 'Regular',
  2: 'Suspensa',
  3: 'Titular Falecido',
  4: 'Pendente de Regularização',
  5: 'Cancelada por Multiplicidade',
  8: 'Nula',
  9: 'Cancelada de Ofício',
} as const;

/** `DDMMAAAA` */
const compactDay = (date: string): string => date.split('-').reverse().join('');

/** No client reads this value, and the record does not contain it. */
const registeredOn = (dateOfBirth: string): string => `0101${Number(dateOfBirth.slice(0, 4)) + 16}`;

/** Simulates "Consulta CPF". @see spec/registries.md 8.2, 15.2 */
export function answerStatus({ params }: SimulatedCall, scenario: Scenario): SimulatedReply {
  const { lookupStatus }: BrTwist = scenario.twist;
  if (lookupStatus !== undefined) return plainRefusal(lookupStatus);
  if (scenario.person === null) return plainRefusal(404);
  const { name, dateOfBirth, status, yearOfDeath } = brPerson(scenario.person);
  return {
    status: 200,
    body: {
      ni: params['cpf'],
      nome: name,
      situacao: { codigo: String(status), descricao: descriptions[status] },
      nascimento: compactDay(dateOfBirth),
      dataInscricao: registeredOn(dateOfBirth),
      ...(yearOfDeath !== undefined && { obito: String(yearOfDeath) }),
    },
  };
}
