import { HermesError, type JsonObject, type Message } from '@hermes/core'

/** A recorded conversation, independent of its stored format. */
export interface Trajectory {
  readonly messages: readonly Message[]
  /** Returns the record with these messages. Its other fields, and the messages that it already contained, stay as stored. */
  withMessages(messages: readonly Message[]): JsonObject
}

export function unreadable(reason: string): HermesError {
  return new HermesError('trajectories/unreadable', `The record is not a trajectory: ${reason}.`)
}
