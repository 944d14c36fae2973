import { describeError } from '@hermes/core'
import {
  checkConfig,
  ensureHome,
  openStore,
  setConfigValue,
  tryMemoryProvider,
  unsetConfigValue,
} from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/safe-text.js'
import { findHome, openHome } from '../../setup/open-home.js'

const key = 'memory.provider'

const tryLimitMs = 15_000

/** `hermes memory setup PROVIDER`: one that cannot be loaded, or fails, is not kept. */
export const setUpProvider: CommandHandler = async (context) => {
  const { io, parameters } = context
  const paths = findHome(context)
  await ensureHome(paths)
  const edit = await setConfigValue(paths, key, parameters[0] ?? '')
  const found = (await checkConfig(paths, io.env)).filter(({ level }) => level === 'error')
  const errors = found.length > 0 ? found : await tryProvider(context)
  if (errors.length > 0) {
    await unsetConfigValue(paths, key)
    for (const { text } of errors) await writeLine(io.stderr, safeText(text))
    return exitCode.failed
  }
  await writeLine(io.stderr, `Set ${edit.name} in ${edit.file}.`)
  return exitCode.ok
}

/** One real call: a wrong key or address shows now, instead of in the log of a conversation. */
async function tryProvider(context: CommandContext): Promise<readonly { readonly text: string }[]> {
  const { config, paths, variables } = await openHome(context)
  const onTrouble = (sentence: string) => void context.io.stderr.write(`${sentence}\n`)
  await using store = await openStore(paths, { database: config.database, store: config.store, onTrouble })
  try {
    const signal = AbortSignal.timeout(tryLimitMs)
    await tryMemoryProvider({ settings: config.memory, paths, variables, store, signal })
    return []
  } catch (error) {
    return [{ text: `The provider failed: ${describeError(error)}` }]
  }
}

/** `hermes memory off`: the files stay in use. */
export const switchOff: CommandHandler = async (context) => {
  const paths = findHome(context)
  await ensureHome(paths)
  await unsetConfigValue(paths, key)
  await writeLine(context.io.stderr, 'There is no long-term memory beside the files any more. What it knows is kept.')
  return exitCode.ok
}
