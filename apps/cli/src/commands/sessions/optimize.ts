import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { formatBytes } from '../../render/text/format.js'
import { findHome } from '../../setup/open-home.js'
import { requireStoreFile } from '../../setup/store-file.js'
import { createProgress } from '../backup/progress.js'
import { removeAbandonedBackups } from '../backup/work-folder.js'

const steps = {
  search: english`Ordering the search index`,
  compress: english`Compressing old outputs`,
  vacuum: english`Giving back room`,
  log: english`Emptying the log`,
} as const

/** `hermes sessions optimize` */
export const optimizeSessions: CommandHandler = async (context) => {
  const { io, values } = context
  const path = await requireStoreFile(context, { what: english`optimize them`, instead: 'VACUUM ANALYZE and REINDEX' })
  await removeAbandonedBackups(findHome(context).home)
  const { optimizeStore } = await import('@hermes/state')
  using progress = createProgress(io)
  const report = await optimizeStore({ path, onProgress: (step) => progress.show(io.t.of(steps[step])) })
  progress[Symbol.dispose]()
  const { bytesBefore, bytesAfter, compressedMessages, vacuumed } = report
  if (values.json) {
    const rows = {
      bytes_before: bytesBefore,
      bytes_after: bytesAfter,
      compressed_messages: compressedMessages,
      vacuumed,
    }
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  } else {
    const compressed =
      compressedMessages === 0 ? '' : io.t` ${io.t.count(compressedMessages, 'old output')} compressed.`
    const sizes = io.t`${formatBytes(bytesBefore)} before, ${formatBytes(bytesAfter)} now.`
    await writeLine(io.stderr, sizes + compressed)
  }
  return exitCode.ok
}
