import { createHash } from 'node:crypto'
import { join } from 'node:path'

export interface DeviceFiles {
  /** The database of the keys. */
  readonly database: string
  /** The secret that encrypts the database. */
  readonly secret: string
  /** The public keys of the device, which can be read while a process has the database open. */
  readonly identity: string
}

/** Returns the locations of a device's keys. */
export function deviceFiles(folder: string, userId: string, deviceId: string): DeviceFiles {
  const name = createHash('sha256').update(`${userId}\0${deviceId}`).digest('hex').slice(0, 16)
  const at = (ending: string) => join(folder, `${name}.${ending}`)
  return { database: at('db'), secret: at('key'), identity: at('json') }
}
