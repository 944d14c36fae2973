import { StoreError } from '@hermes/core'
import type Driver from 'better-sqlite3'

/** The addon asks for Node-API 10 and ends the process with a segmentation fault where there is less. */
const requiredNodeApi = 10

/** Loads SQLite, which is native code: only when a store is opened, and only where it can run. */
export async function loadDriver(versions: NodeJS.ProcessVersions = process.versions): Promise<typeof Driver> {
  if (Number(versions.napi ?? 0) < requiredNodeApi) {
    throw new StoreError(
      'unavailable',
      `The session store needs Node.js 22.14 or newer, and this is ${versions.node}: update Node.js.`,
    )
  }
  try {
    return (await import('better-sqlite3')).default
  } catch (cause) {
    throw new StoreError(
      'unavailable',
      `The session store could not load better-sqlite3 on ${process.platform}-${process.arch}: install Hermes again on this machine.`,
      { cause },
    )
  }
}
