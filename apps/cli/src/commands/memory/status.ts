import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { withMemory } from './with-memory.js'

/** `hermes memory status` */
export const showStatus: CommandHandler = async (context) => {
  const { values, io } = context
  const status = await withMemory(context, async ({ config, writes }) => ({
    enabled: !config.disabled_features.includes('memory'),
    ...config.memory,
    pending: (await writes.pending()).length,
  }))
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(status, undefined, 2))
    return exitCode.ok
  }
  const rows = Object.entries(status).map(
    ([name, value]) => `${name.padEnd(22)}${typeof value === 'object' ? describeOptions(value) : value}\n`,
  )
  await write(io.stdout, rows.join(''))
  return exitCode.ok
}

/** Names the options without their values, which may be keys. */
function describeOptions(options: Readonly<Record<string, unknown>>): string {
  return Object.keys(options).join(', ')
}
