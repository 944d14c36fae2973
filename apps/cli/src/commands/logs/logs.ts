import type { CommandHandler } from '../../arguments/command-spec.js'
import type { OptionValues } from '../../arguments/options/options.js'
import { parseSince } from '../../arguments/parse-when.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome } from '../../setup/open-home.js'
import { withSignal } from '../../setup/with-signal.js'
import { followFile } from './follow-file.js'
import { type LogEntry, type LogFilter, parseEntry, passes, toText } from './log-entry.js'
import { logFileOf, readLog } from './read-log.js'

const usualLimit = 50

/** `hermes logs [-f]` */
export const showLogs: CommandHandler = async ({ io, values }) => {
  const paths = findHome({ io, values })
  const filter = filterOf(values)
  const print = (entry: LogEntry) => writeLine(io.stdout, values.json ? entry.line : toText(entry))
  const entries = await readLog(paths, filter, values.limit ?? usualLimit)
  for (const entry of entries) await print(entry)
  if (!values.follow) {
    if (entries.length === 0) await writeLine(io.stderr, io.t`Nothing is logged in ${logFileOf(paths)}.`)
    return exitCode.ok
  }
  return withSignal(
    io,
    async (signal) => {
      for await (const line of followFile(logFileOf(paths), signal)) {
        const entry = parseEntry(line)
        if (entry && passes(entry, filter)) await print(entry)
      }
      signal.throwIfAborted()
      return exitCode.ok
    },
    '',
  )
}

function filterOf({ level, session, since }: OptionValues): LogFilter {
  return {
    ...(level !== undefined && { level }),
    ...(session !== undefined && { session }),
    ...(since !== undefined && { sinceMs: parseSince('--since', since, Date.now()) }),
  }
}
