import { HermesError } from '@hermes/core'

/** Creates the error for a delivery to a chat whose network is not set up, or from a process that does not leave its messages to a gateway. */
export function notConnected(network: string): HermesError {
  return new HermesError(
    'schedule/job',
    `Only a gateway that is connected to ${network} can deliver there: set the network up, or choose another target.`,
  )
}
