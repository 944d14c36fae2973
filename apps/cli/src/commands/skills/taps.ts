import { extendConfigList } from '@hermes/runtime'
import { knownTaps, tapPattern } from '@hermes/skills/hub'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { openHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { removeFromList } from './settings.js'

/** `hermes skills tap [REPOSITORY...]`: lists or adds the repositories to search. */
export const tapRepositories: CommandHandler = async (context) => {
  const { io, parameters } = context
  const { paths, config } = await openHome(context)
  const wrong = parameters.find((tap) => !tapPattern.test(tap))
  if (wrong !== undefined)
    throw new UsageError(`"${wrong}" is no repository: write OWNER/REPOSITORY or OWNER/REPOSITORY/FOLDER.`)
  if (parameters.length === 0) {
    for (const tap of config.skills.taps) await writeLine(io.stdout, tap)
    for (const tap of knownTaps) await writeLine(io.stdout, io.t`${tap}  (always)`)
    return exitCode.ok
  }
  const { file } = await extendConfigList(paths, 'skills.taps', parameters)
  await writeLine(io.stderr, io.t`Saved in ${file}. Searches also look in ${parameters.join(', ')}.`)
  return exitCode.ok
}

/** `hermes skills untap REPOSITORY...` */
export const untapRepositories: CommandHandler = async (context) => {
  const removed = await removeFromList(context, 'taps', context.parameters)
  const { stderr, t } = context.io
  await writeLine(stderr, removed.length > 0 ? t`Removed: ${removed.join(', ')}.` : t`They were not added.`)
  return removed.length > 0 ? exitCode.ok : exitCode.failed
}
