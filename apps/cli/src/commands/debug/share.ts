import { resolve } from 'node:path'
import { replaceFile } from '@hermes/safety/files'
import { english } from '@hermes/safety/language'
import { createRedactor } from '@hermes/safety/redact'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { safeText } from '../../render/text/safe-text.js'
import { homeSecrets } from '../../setup/home-secrets.js'
import { findHome } from '../../setup/open-home.js'
import { UsageError } from '../../usage-error.js'
import { checks } from '../doctor/checks.js'
import { runChecks } from '../doctor/run-checks.js'
import { toText } from '../logs/log-entry.js'
import { readLog } from '../logs/read-log.js'
import { collectDump, dumpText } from './collect-dump.js'

const usualLines = 200

/** `hermes debug share --local` */
export const shareDebug: CommandHandler = async ({ io, values }) => {
  if (!values.local)
    throw new UsageError('Reports are not uploaded anywhere: write a file with --local, and send that.')
  const options = { io, values }
  const { redact } = createRedactor({ values: await homeSecrets(findHome(options)) })
  const findings = await runChecks(checks, { ...options, t: english })
  const entries = await readLog(findHome(options), {}, values.limit ?? usualLines)
  const text = [
    '## Summary',
    dumpText(await collectDump(options)),
    '## Checks',
    ...findings.map(({ level, title, text: found }) => `${level} ${title}: ${found}`),
    '',
    '## Log',
    ...entries.map(toText),
    '',
  ].join('\n')
  const file = resolve(io.workingDirectory, values.output ?? 'hermes-debug.txt')
  await replaceFile(file, safeText(redact(text)))
  await writeLine(io.stderr, io.t`Wrote ${file}. Read it before you send it: it names files, servers and models.`)
  return exitCode.ok
}
