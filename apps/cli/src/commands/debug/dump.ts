import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { write, writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { collectDump, dumpText } from './collect-dump.js'

/** `hermes dump` */
export const dump: CommandHandler = async ({ io, values }) => {
  const facts = await collectDump({ io, values })
  if (values.json) await writeLine(io.stdout, JSON.stringify(facts, undefined, 2))
  else await write(io.stdout, safeText(dumpText(facts)))
  return exitCode.ok
}
