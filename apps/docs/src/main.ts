// Every page: search, buttons that copy, and on the front page whether the service is ready.
import { copyButtons } from './copy.ts';
import { search } from './search.ts';
import { showState } from './state.ts';

copyButtons();
search();
void showState();
if (document.getElementById('keys') !== null) void import('./try-it.ts').then(({ tryIt }) => tryIt());
