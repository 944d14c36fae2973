import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { exitCode } from '../../../exit-code.js'
import { findPreparedHome } from '../../../setup/open-home.js'
import { withSignal } from '../../../setup/with-signal.js'
import { backUpHome, holdsFiles } from '../../backup/back-up-home.js'
import { importParts } from './import-parts.js'
import { openOpenClawHome } from './openclaw-home.js'
import { hasNews } from './openclaw-import.js'
import { showImport } from './show-import.js'

/**
 * `hermes import-agent openclaw`: imports an agent of OpenClaw. Only reads its home. The home of Hermes is backed up before the first change,
 * if it has something to lose.
 */
export async function importOpenClaw(context: CommandContext): Promise<number> {
  const { io, values } = context
  const source = await openOpenClawHome(context)
  const paths = await findPreparedHome(context)
  const hasContent = await holdsFiles(paths.home)
  return withSignal(
    io,
    async (signal) => {
      const planned = await importParts(source, { context, paths, isDryRun: true, signal })
      if (values['dry-run'] || !hasNews(planned)) {
        await showImport(context, { source, imported: planned })
        return exitCode.ok
      }
      const backup = hasContent ? await backUpHome(io, { home: paths.home, signal, ...toRestore }) : undefined
      const imported = await importParts(source, { context, paths, isDryRun: false, signal })
      await showImport(context, { source, imported, ...(backup && { backup: backup.path }) })
      return exitCode.ok
    },
    english`Stopped: what was imported is kept, and a second import continues from there.`,
  )
}

/** Manifest of a backup with everything that an import may change. */
const toRestore = { kind: 'full', hasSecrets: true } as const
