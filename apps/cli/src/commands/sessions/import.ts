import { resolve } from 'node:path'
import type { ImportReport } from '@hermes/conversations/stored'
import { english } from '@hermes/safety/language'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { importFiles } from '../../import-sessions/import-files.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { withSignal } from '../../setup/with-signal.js'
import { withStore } from '../../setup/with-store.js'
import { createProgress } from '../backup/progress.js'

/** `hermes sessions import FILE...`: exit code 1 when something could not be read. */
export const importSessions: CommandHandler = async (context) => {
  const { io, values, parameters } = context
  const isDryRun = values['dry-run'] === true
  return withSignal(
    io,
    async (signal) => {
      const paths = parameters.map((path) => resolve(io.workingDirectory, path))
      const report = await withStore(context, async (store) => {
        using progress = createProgress(io)
        const onProgress = (file: string) => progress.show(io.t`Reading ${oneLine(file)}`)
        return await importFiles(paths, { store, isDryRun, signal, onProgress })
      })
      await show(context, report)
      return report.problems.length > 0 ? exitCode.failed : exitCode.ok
    },
    english`Stopped: the sessions imported so far are kept, and a second import continues from there.`,
  )
}

async function show({ io, values }: CommandContext, { sessions, problems, passedOver }: ImportReport): Promise<void> {
  const ids = (outcome: string) => sessions.filter((session) => session.outcome === outcome).map(({ id }) => id)
  if (values.json) {
    const lists = { added: ids('added'), extended: ids('extended'), unchanged: ids('unchanged') }
    await writeLine(io.stdout, JSON.stringify({ ...lists, problems, passed_over: passedOver }, undefined, 2))
    return
  }
  for (const { file, line, reason } of problems) {
    await writeLine(io.stderr, `${oneLine(file)}${line === undefined ? '' : `:${line}`}: ${oneLine(io.t.of(reason))}`)
  }
  const counts = [
    io.t`${ids('added').length} added`,
    io.t`${ids('extended').length} extended`,
    io.t`${ids('unchanged').length} there already`,
  ].join(io.t`, `)
  const amount = io.t.count(sessions.length, 'session')
  await writeLine(
    io.stderr,
    values['dry-run'] ? io.t`${amount}: ${counts} (a dry run: nothing was stored).` : io.t`${amount}: ${counts}.`,
  )
  if (passedOver.length > 0)
    await writeLine(io.stderr, io.t`${io.t.count(passedOver.length, 'file')} without a session.`)
  if (problems.length > 0) await writeLine(io.stderr, io.t`${io.t.count(problems.length, 'problem')}: see above.`)
}
