import { HermesError } from '@hermes/core'

export function jobError(message: string): HermesError {
  return new HermesError('schedule/job', message)
}
