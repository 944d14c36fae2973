import { loadUsableConfig } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { findHome } from '../../setup/open-home.js'
import { withStore } from '../../setup/with-store.js'
import { suggestRules } from './suggest-rules.js'

const usualDays = 90
/** A single approval is no habit. */
const atLeast = 2

/** `hermes approvals suggest`: suggests rules without changing anything. */
export const suggestApprovals: CommandHandler = async (context) => {
  const { io, values } = context
  const days = values.days ?? usualDays
  const { config } = await loadUsableConfig({ paths: findHome(context), variables: io.env })
  const rules = await withStore(context, async ({ questions }) =>
    suggestRules((await questions?.find()) ?? [], {
      known: config.command_allowlist,
      sinceMs: Date.now() - days * 24 * 3_600_000,
      atLeast,
    }),
  )
  if (values.json) {
    await writeLine(io.stdout, JSON.stringify(rules, undefined, 2))
    return exitCode.ok
  }
  if (rules.length === 0) {
    await writeLine(io.stderr, io.t`In ${days} days you allowed nothing twice that may become a rule.`)
    return exitCode.ok
  }
  await writeLine(io.stdout, 'command_allowlist:')
  for (const { entry, allowed } of rules) {
    await writeLine(io.stdout, `  - ${JSON.stringify(oneLine(entry))}  # ${io.t`allowed ${allowed} times`}`)
  }
  await writeLine(
    io.stderr,
    io.t`Nothing was changed. To add what you want to allow without a question: hermes config edit`,
  )
  return exitCode.ok
}
