import type { Statement } from '@/db/statement';
import { engineStatements } from '@/engine/index';

/** A statement of the engine by its name: what a rival does like the engine is the engine's own text. */
export function engineStatement(name: string): Statement {
  const statement = engineStatements.find((one) => one.name === name);
  if (!statement) throw new RangeError(`The engine has no statement ${name}.`);
  return statement;
}
