import { HermesError } from '@hermes/core'

/** The failure of a delivery to a chat in a process that is not connected to its network. */
export function notConnected(network: string): HermesError {
  return new HermesError(
    'schedule/job',
    `Only a gateway that is connected to ${network} can deliver there. It does when the job is due, or when it is run with \`/cron run\` in a chat.`,
  )
}
