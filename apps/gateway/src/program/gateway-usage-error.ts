import { HermesError } from '@hermes/core'

/** Thrown for an invalid command line. The caller prints the message and exits with 2. */
export class GatewayUsageError extends HermesError {
  constructor(message: string) {
    super('gateway/usage', `${message} See \`hermes gateway --help\`.`)
  }
}
