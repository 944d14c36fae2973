import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { HermesError } from '@hermes/core'
import { write } from '../../io.js'

/** A file that is written atomically. If it is disposed without {@link OutputFile.commit}, the old content stays. */
export interface OutputFile extends AsyncDisposable {
  writeLine(text: string): Promise<void>
  /** Replaces the file with the written content. */
  commit(): Promise<void>
}

/** Opens a file for writing, compressed if it ends in `.gz`. Readable by its owner only, because conversations are private. */
export function openOutput(path: string): OutputFile {
  // Written as a stream, because its size is unlimited.
  const partial = `${path}.${process.pid}.partial`
  const file = createWriteStream(partial, { mode: 0o600 })
  const stream = path.endsWith('.gz') ? createGzip() : file
  if (stream !== file) stream.pipe(file)
  const written = finished(file)
  // The error is reported where `written` is awaited, even if it occurs earlier.
  written.catch(() => undefined)
  const failed = (cause: unknown) =>
    new HermesError('cli/output', `${path} cannot be written: check its folder, its permissions and the space there.`, {
      cause,
    })

  return {
    async writeLine(text) {
      if (file.errored) throw failed(file.errored)
      await write(stream, `${text}\n`)
    },
    async commit() {
      stream.end()
      await written.catch((cause: unknown) => {
        throw failed(cause)
      })
      await rename(partial, path)
    },
    async [Symbol.asyncDispose]() {
      stream.destroy()
      file.destroy()
      await written.catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}
