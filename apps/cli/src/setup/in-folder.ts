import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Io, ioWith } from '../io.js'
import { UsageError } from '../usage-error.js'

/** Returns the same input and output in another working folder. @throws {UsageError} when it is not a folder. */
export async function inFolder(io: Io, folder: string): Promise<Io> {
  const workingDirectory = resolve(io.workingDirectory, folder)
  const status = await stat(workingDirectory).catch(() => undefined)
  if (!status?.isDirectory()) throw new UsageError(`--in needs a folder: ${workingDirectory} is none.`)
  return ioWith(io, { t: io.t, workingDirectory })
}
