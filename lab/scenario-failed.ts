/** A scenario that can't be set up or gone on with; its message says why. */
export class ScenarioFailed extends Error {
  override name = 'ScenarioFailed';
}
