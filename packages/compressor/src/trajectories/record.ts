import { HermesError, type JsonObject, type Message } from '@hermes/core'

/** A recorded conversation, in whatever form it was stored. */
export interface Trajectory {
  readonly messages: readonly Message[]
  /** The record with these messages: all its other fields, and the messages that it had before, are as they were. */
  withMessages(messages: readonly Message[]): JsonObject
}

export function unreadable(reason: string): HermesError {
  return new HermesError('trajectories/unreadable', `The record is not a trajectory: ${reason}.`)
}
