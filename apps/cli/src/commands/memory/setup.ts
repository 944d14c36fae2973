import { describeError } from '@hermes/core'
import { ensureHome, openStore, saveMemoryProvider, tryMemoryProvider, unsetConfigValue } from '@hermes/runtime'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { findHome, openHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { listProviders } from './list-providers.js'

const tryLimitMs = 15_000

/** `hermes memory setup [PROVIDER] [OPTION=VALUE...]`: a provider that cannot be loaded, or fails, changes nothing. */
export const setUpProvider: CommandHandler = async (context) => {
  const { io, parameters } = context
  const [provider, ...given] = parameters
  if (provider === undefined) return listProviders(context)
  const options = readOptions(given)
  const { config, paths, variables } = await openHome(context)
  const { memory } = config
  // Options of another provider have no meaning for this one.
  const kept = memory.provider === '' || memory.provider === provider ? memory.provider_options : {}
  const chosen = { ...memory, provider, provider_options: { ...kept, ...options } }
  const onTrouble = (sentence: string) => void tell(io, sentence)
  await using store = await openStore(paths, { database: config.database, store: config.store, variables, onTrouble })
  try {
    // One real call shows a wrong key or address now, instead of in the log of a conversation.
    const signal = AbortSignal.timeout(tryLimitMs)
    const tried = await tryMemoryProvider({ config: { ...config, memory: chosen }, paths, variables, store, signal })
    const edit = await saveMemoryProvider(paths, chosen)
    await writeLine(io.stderr, io.t`Set ${edit.name} in ${edit.file}.`)
    await tellSlowness(context, tried.recallMs, memory.prefetch_timeout)
    return exitCode.ok
  } catch (error) {
    await writeLine(io.stderr, safeText(io.t`The provider failed: ${io.t.of(describeError(error))}`))
    return exitCode.failed
  }
}

async function tellSlowness({ io }: CommandContext, recallMs: number, limit: number): Promise<void> {
  const seconds = Math.ceil(recallMs / 1_000)
  if (recallMs < limit * 1_000) return
  await writeLine(
    io.stderr,
    io.t`It answered after ${(recallMs / 1_000).toFixed(1)} s, and an answer waits at most ${limit} s for it. To wait longer: hermes config set memory.prefetch_timeout ${seconds + 1}`,
  )
}

function readOptions(given: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=')
      if (at < 1) throw new UsageError(`"${text}" is no option: write NAME=VALUE.`)
      const value = text.slice(at + 1)
      return [text.slice(0, at), /^\d{1,9}$/.test(value) ? Number(value) : value]
    }),
  )
}

/** `hermes memory off`: switches the provider off. The files stay in use. */
export const switchOff: CommandHandler = async (context) => {
  const paths = findHome(context)
  await ensureHome(paths)
  await unsetConfigValue(paths, 'memory.provider')
  await writeLine(
    context.io.stderr,
    context.io.t`There is no long-term memory beside the files any more. What it knows is kept.`,
  )
  return exitCode.ok
}
