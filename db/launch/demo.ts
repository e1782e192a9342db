/** `npm run demo`: the app as buyers see it, from nothing: MySQL, tables, seed, build, web server, worker. */
import { command } from './command-line';
import { launch, usageOf } from './launch';

await command(usageOf('demo'), () => launch('demo'));
