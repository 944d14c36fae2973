import { memoryProviders } from '@hermes/runtime'
import { english } from '@hermes/safety/language'
import type { CommandContext } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { openUsableHome } from '../../setup/open-home.js'

const abouts: Readonly<Record<string, string>> = {
  byterover: english`notes in files of the home, by the program brv`,
  hindsight: english`facts, in a service or a server of your own`,
  honcho: english`messages and what follows from them, in a service or a server of your own`,
  local: english`statements in the session store, without a service or a model`,
  mem0: english`facts, in a service`,
  'mem0-local': english`facts in files of the home, by the package mem0ai`,
  openviking: english`facts and preferences, in a server of your own`,
  retaindb: english`facts, in a service or a server of your own`,
  supermemory: english`facts, in a service`,
}

/** `hermes memory setup` without a provider: lists the available providers. */
export async function listProviders(context: CommandContext): Promise<number> {
  const { io, values } = context
  const { config, variables } = await openUsableHome(context)
  const rows = memoryProviders().map(({ name, keyVariable }) => ({
    name,
    about: abouts[name] ?? '',
    chosen: name === config.memory.provider,
    key: keyVariable ?? null,
    hasKey: keyVariable !== undefined && Boolean(variables[keyVariable]),
  }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
    return exitCode.ok
  }
  const lines = rows.map(({ name, about, chosen, key, hasKey }) => {
    const state = key === null ? '' : hasKey ? io.t`; ${key} is set` : io.t`; ${key} is not set`
    return `${chosen ? '*' : ' '} ${name.padEnd(13)}${io.t.of(about)}${state}\n`
  })
  await write(io.stdout, lines.join(''))
  await writeLine(io.stderr, io.t`To choose one: hermes memory setup PROVIDER [OPTION=VALUE...]`)
  return exitCode.ok
}
