import type { RunningGateway } from './running-gateways.js'

/** Returns the options of `run` for a gateway that replaces another one: the given options, otherwise those of the other one. */
export function keptAddress(given: readonly string[], before: RunningGateway | undefined): readonly string[] {
  return given.length > 0 ? given : (before?.start?.address ?? [])
}
