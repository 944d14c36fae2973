import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { findHome } from '../../setup/open-home.js'
import { checks } from './checks.js'
import { fixHome } from './fix-home.js'
import { runChecks } from './run-checks.js'
import { writeResults } from './write-results.js'

/** `hermes doctor [--fix]`: exit code 1 when Hermes cannot work in its current state. */
export const doctor: CommandHandler = async ({ io, values }) => {
  if (values.fix)
    for (const sentence of await fixHome(findHome({ io, values }), io.t)) await writeLine(io.stderr, sentence)
  const results = await runChecks(checks, { io, values, t: values.json ? english : io.t })
  if (values.json) await writeLine(io.stdout, JSON.stringify(results, undefined, 2))
  else await writeResults(results, { io, values })
  return results.some(({ level }) => level === 'error') ? exitCode.failed : exitCode.ok
}
