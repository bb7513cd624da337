/** Members that mean the same wherever they are. A key is the end of a member's path. @see spec/contract.md */
export const everywhere: Readonly<Record<string, string>> = {
  acceptanceTime: 'When the session was created.',
  attemptId: 'UUID of the attempt that this is about.',
  data: 'The content.',
  endUserId: 'Your UUID of the person, as sent when the session was created; null when none was sent.',
  eventType: 'Names the type of webhook.',
  sessionId: 'UUID of the session.',
  time: 'When the event was recorded.',
  vendorData:
    'Your own text about the person, unchanged as sent when the session was created; null when none was sent.',
  verification: 'The session.',
  version: 'Version of the shape of this body.',

  'Problem.status': 'Always fail.',
  'Problem.code': 'Error code: digits that keep their meaning. Decide by it and by the HTTP status.',
  'Problem.message': 'One sentence for people; its words may change.',
  'FeedbackProblem.code': 'Error code: digits or a name, which keep their meaning.',
  'FeedbackProblem.message': 'One sentence for people; its words may change.',

  'SessionBody.status': 'Always success.',
  'DeletionBody.status': 'Always success.',
  'MediaBody.status': 'Always success.',
  'MediaListBody.status': 'Always success.',
  'AttemptListBody.status': 'Always success.',
  'CollectedDataBody.status': 'Always success.',
  'DecisionBody.status': 'Always success.',
  'WatchlistBody.status': 'Always success.',
  'WatchlistPendingBody.status': 'Always success.',
  'WatchlistPatchBody.status': 'Always success.',
  'PersonBody.status': 'Always success.',
  'FullAutoBody.status': 'Always success.',
  'FullAutoDecisionBody.status': 'Always success.',
};
