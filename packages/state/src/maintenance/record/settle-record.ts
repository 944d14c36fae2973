import type { Logger } from '@hermes/core'
import type { Database } from '../../connection/driver/database.js'
import { withReader } from '../files/open-existing.js'
import { findLoss } from './find-loss.js'
import { forgetLosses, keepLosses, readLosses } from './kept-losses.js'
import { createReadPosition, type Position } from './position.js'
import { type AcknowledgedRecord, openRecordFile } from './record-file.js'

/**
 * Compares an opened store with what was acknowledged. A loss is kept next to the store and reported at each start,
 * until a repair accepts it or a backup is restored.
 *
 * @param record The record as read before the file was opened, because other processes may write to both.
 */
export async function settleRecord(
  database: Database,
  record: AcknowledgedRecord | undefined,
  logger: Logger,
): Promise<void> {
  const { name: path } = database
  const found = createReadPosition(database)()
  const loss = record && findLoss(record, found)
  if (loss !== undefined) keepLosses(path, [loss])
  if (record === undefined || loss !== undefined) writeRecord(path, found)
  const lost = readLosses(path)
  if (lost.length > 0) logger.log('error', 'the session store has lost content', { path, lost })
}

/**
 * Stops reporting what is missing.
 *
 * @param record The record as read before the store was repaired.
 * @returns what is missing, in one sentence each.
 */
export async function acceptLosses(path: string, record: AcknowledgedRecord | undefined): Promise<readonly string[]> {
  const found = await withReader(path, (database) => createReadPosition(database)())
  const loss = record && findLoss(record, found)
  const lost = new Set([...readLosses(path), ...(loss === undefined ? [] : [loss])])
  if (lost.size > 0) writeRecord(path, found)
  forgetLosses(path)
  return [...lost]
}

/** Restarts the record after the content of the store was replaced on purpose. */
export async function restartRecord(path: string): Promise<void> {
  forgetLosses(path)
  writeRecord(path, await withReader(path, (database) => createReadPosition(database)()))
}

function writeRecord(path: string, position: Position): void {
  const file = openRecordFile(path)
  try {
    file.write({ ...position, atMs: Date.now(), salts: '' })
  } finally {
    file.close()
  }
}
