import type { RunningGateway } from './running-gateways.js'

/** The options of `run` for the gateway that takes the place of another one: those that are given, else the options of that one. */
export function keptAddress(given: readonly string[], before: RunningGateway | undefined): readonly string[] {
  return given.length > 0 ? given : (before?.start?.address ?? [])
}
