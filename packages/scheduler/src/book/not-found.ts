import { HermesError } from '@hermes/core'

export function notFound(message: string): HermesError {
  return new HermesError('schedule/not-found', message)
}
