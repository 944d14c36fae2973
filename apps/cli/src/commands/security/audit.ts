import { english } from '@hermes/safety/language'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { runChecks } from '../doctor/run-checks.js'
import { writeResults } from '../doctor/write-results.js'
import { securityChecks } from './security-checks.js'

/** `hermes security audit`: read-only. Exit code 1 when something is unsafe, but not for warnings. */
export const auditSecurity: CommandHandler = async ({ io, values }) => {
  const results = await runChecks(securityChecks, { io, values, t: values.json ? english : io.t })
  if (values.json) await writeLine(io.stdout, JSON.stringify(results, undefined, 2))
  else {
    await writeResults(results, { io, values })
    await writeLine(
      io.stdout,
      io.t`Looked at settings, permissions and skills; not at known holes in packages, and not over the network.`,
    )
  }
  return results.some(({ level }) => level === 'error') ? exitCode.failed : exitCode.ok
}
