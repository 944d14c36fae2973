import { HermesError } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import type { Checkpoint } from './checkpoint.js'

/** Parses a checkpoint. @throws {HermesError} `checkpoints/unknown` when it is damaged. */
export function toCheckpoint(text: string): Checkpoint {
  const checkpoint: unknown = parseJson(text)
  if (isCheckpoint(checkpoint)) return checkpoint
  throw new HermesError('checkpoints/unknown', `The checkpoint ${text.slice(0, 100)} is damaged: remove its folder.`)
}

function isCheckpoint(value: unknown): value is Checkpoint {
  return isRecord(value) && typeof value.id === 'string' && typeof value.takenAtMs === 'number'
}
