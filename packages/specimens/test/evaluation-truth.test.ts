import { expect, it } from 'vitest';
import { evaluationTruth, filmEvaluationTruth } from '../src/cases/evaluation-truth.ts';
import { specimenCase } from '../src/cases/specimen-case.ts';

it('gives the values of a document as printed and as its zone has them, and every selfie with every document', async () => {
  const person = { firstName: 'Jürgen', lastName: 'Maasikas', sex: 'M', birthDate: '1986-03-15' } as const;
  const own = await specimenCase({ seed: 12, person, condition: 'clean' });
  const other = { ...own, options: { seed: 46, selfieSeed: 55 } };
  const truth = evaluationTruth([
    { folder: '0001', drawn: own },
    { folder: '0002', drawn: other },
  ]);
  expect(truth.documents[0]).toMatchObject({
    id: '0001',
    images: ['0001/document-front.jpg'],
    fields: {
      lastName: ['MAASIKAS'],
      firstName: ['JÜRGEN', 'JUERGEN'],
      birthDate: ['1986-03-15'],
      sex: ['M'],
      number: [own.person.documentNumber],
    },
  });
  expect(truth.pairs).toEqual([
    { id: '0001', a: '0001/face.jpg', b: '0001/document-front.jpg', same: true },
    { id: '0001-0002', a: '0001/face.jpg', b: '0002/document-front.jpg', same: false },
    { id: '0002', a: '0002/face.jpg', b: '0002/document-front.jpg', same: false },
    { id: '0002-0001', a: '0002/face.jpg', b: '0001/document-front.jpg', same: false },
  ]);
  expect(truth.liveness).toEqual([
    { id: '0001', images: ['0001/face.jpg'], genuine: true },
    { id: '0002', images: ['0002/face.jpg'], genuine: true },
  ]);
});

it('has as right what a forged zone names, too', async () => {
  const forged = await specimenCase({ seed: 12, forgedZone: 'birth-year', condition: 'clean' });
  const [document] = evaluationTruth([{ folder: 'a', drawn: forged }]).documents;
  expect(document?.fields['birthDate']).toEqual([forged.person.birthDate, forged.codedPerson.birthDate]);
});

it('calls a film genuine where nothing is pretended', () => {
  const frames = [{ at: 0, step: null, seed: 1, pose: { yaw: 0, pitch: 0, roll: 0, size: 1 } }];
  const film = { seed: 1, requested: ['left'], shown: [], frames } as const;
  const truth = (attack: 'none' | 'still') =>
    filmEvaluationTruth({ ...film, attack, frames: [...film.frames] }, ['frame-00.jpg']).liveness;
  expect(truth('none')).toEqual([
    { id: 'film', images: ['frame-00.jpg'], genuine: true, steps: ['left'], at: [0] },
  ]);
  expect(truth('still')).toMatchObject([{ genuine: false }]);
});
