// The files of `npm run api-collections`, by their path in the repository.
import { httpFile, postmanCollection } from './collections.mjs';
import { loadContract } from './load-contract.mjs';

/** @returns {Promise<Record<string, string>>} */
export async function collectionFiles() {
  const { openApiDocument, endpoints } = await loadContract('collections-contract.mjs');
  const document = openApiDocument();
  return {
    'packages/contract/countersign.postman_collection.json': `${JSON.stringify(postmanCollection(document, endpoints), null, 2)}\n`,
    'packages/contract/countersign.http': httpFile(document, endpoints),
  };
}
