/** `npm run dev`: the same as the demo, with sources reloaded as they change. */
import { command } from './command-line';
import { launch, usageOf } from './launch';

await command(usageOf('dev'), () => launch('dev'));
