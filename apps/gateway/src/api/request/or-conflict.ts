import { StoreError } from '@hermes/core'
import { RequestError } from './request-error.js'

/** Maps a conflict of the store to an error. @throws {RequestError} 409 when the object already exists. */
export async function orConflict<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (StoreError.is(error) && error.kind === 'conflict') throw new RequestError(409, 'conflict', error.message)
    throw error
  }
}
