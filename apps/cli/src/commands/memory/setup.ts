import { checkConfig, ensureHome, setConfigValue, unsetConfigValue } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { findHome } from '../../setup/open-home.js'

const key = 'memory.provider'

/** `hermes memory setup PROVIDER`: one that cannot be loaded is not kept. */
export const setUpProvider: CommandHandler = async (context) => {
  const { io, parameters } = context
  const paths = findHome(context)
  await ensureHome(paths)
  const edit = await setConfigValue(paths, key, parameters[0] ?? '')
  const errors = (await checkConfig(paths, io.env)).filter(({ level }) => level === 'error')
  if (errors.length > 0) {
    await unsetConfigValue(paths, key)
    for (const { text } of errors) await writeLine(io.stderr, safeText(text))
    return exitCode.failed
  }
  await writeLine(io.stderr, `Set ${edit.name} in ${edit.file}.`)
  return exitCode.ok
}

/** `hermes memory off`: the files stay in use. */
export const switchOff: CommandHandler = async (context) => {
  const paths = findHome(context)
  await ensureHome(paths)
  await unsetConfigValue(paths, key)
  await writeLine(context.io.stderr, 'There is no long-term memory beside the files any more. What it knows is kept.')
  return exitCode.ok
}
