// Stores the snapshot of the invented list, dist/invented-list-<digest>.snapshot, which development starts read.
import { inventedList, storeInventedList } from '../src/watchlists/invented-list.ts';

await storeInventedList(inventedList());
