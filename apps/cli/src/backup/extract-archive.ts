import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { codeOf } from '@hermes/safety'
import type { ZipFile } from 'yauzl'
import { type ArchiveFile, refused } from './check-archive.js'

export interface ExtractOptions {
  /** Created by the extraction; its content is readable by its owner only. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onProgress?: (files: number) => void
}

/**
 * Writes the files of a checked archive into a folder.
 * @throws {HermesError} for data that is damaged or longer than declared. The caller cleans up what was written.
 */
export async function extractArchive(
  zip: ZipFile,
  files: readonly ArchiveFile[],
  { folder, signal, onProgress }: ExtractOptions,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted()
    const path = join(folder, file.name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const output = createWriteStream(path, { flags: 'wx', mode: file.isExecutable ? 0o700 : 0o600, flush: true })
    try {
      await pipeline(await zip.openReadStreamPromise(file.entry), verified(file), output, { signal })
    } catch (error) {
      throw isDamage(error) ? refused(`${JSON.stringify(file.name)} is damaged`, error) : error
    }
    onProgress?.(index + 1)
  }
}

/** The text of a small file. */
export async function readText(zip: ZipFile, file: ArchiveFile): Promise<string> {
  if (file.bytes > 65_536) throw refused(`${JSON.stringify(file.name)} is too large`)
  return pipeline(await zip.openReadStreamPromise(file.entry), verified(file), text)
}

/** Passes exactly the declared number of bytes. */
function verified({ entry, name, bytes }: ArchiveFile): Transform {
  let sum = 0
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length
      sum = crc32(chunk, sum)
      done(passed > bytes ? refused(`${JSON.stringify(name)} is longer than declared`) : null, chunk)
    },
    flush(done) {
      const isWhole = passed === bytes && sum === entry.crc32
      done(isWhole ? null : refused(`${JSON.stringify(name)} is damaged`))
    },
  })
}

/** Maps errors of zlib and the zip library. A full disk is not a fault of the archive. */
function isDamage(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return code.startsWith('Z_') || (error instanceof Error && /too (many|few) bytes/.test(error.message))
}
