import type { RepairReport, StoreHealth } from '@hermes/state'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { plural } from '../../render/format.js'
import { oneLine } from '../../render/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { requireStoreFile } from '../../setup/store-file.js'
import { withSignal } from '../../setup/with-signal.js'
import { createProgress } from '../backup/progress.js'

const steps = {
  check: 'Checking',
  recover: 'Copying the readable data',
  indexes: 'Rebuilding the indexes',
  search: 'Rebuilding the search index',
  references: 'Repairing references',
  counters: 'Counting again',
  verify: 'Checking again',
} as const

/** `hermes sessions repair`: exit code 1 when problems are found or remain. */
export const repairSessions: CommandHandler = async (context) => {
  const { io, values } = context
  const path = await requireStoreFile(context, { what: 'check and repair them', instead: 'the tools of the server' })
  const health = await check(context, path)
  if (typeof health === 'number') return health
  if (!values.json) await showHealth(context, health)
  if (health.ok || values['dry-run']) return conclude(context, health)
  if (!values.yes && !(await confirm(io, 'Mend it?'))) {
    await writeLine(io.stderr, 'Nothing was changed.')
    return exitCode.failed
  }
  const { repairStore } = await import('@hermes/state')
  using progress = createProgress(io)
  const report = await repairStore({ path, onProgress: (step) => progress.show(steps[step]) })
  progress[Symbol.dispose]()
  if (!values.json) await showRepair(context, report)
  return conclude(context, health, report)
}

/** The exit code when it was stopped. */
async function check({ io }: CommandContext, path: string): Promise<StoreHealth | number> {
  const { checkStore } = await import('@hermes/state')
  using progress = createProgress(io)
  progress.show(steps.check)
  let health: StoreHealth | undefined
  const code = await withSignal(io, async (signal) => {
    health = await checkStore({ path, signal })
    return exitCode.ok
  })
  return health ?? code
}

async function showHealth({ io }: CommandContext, { ok, problems, counts }: StoreHealth): Promise<void> {
  const amount = counts ? `${plural(counts.sessions, 'session')}, ${plural(counts.messages, 'message')}` : ''
  if (ok) await writeLine(io.stderr, `The session store is intact${amount === '' ? '' : `: ${amount}`}.`)
  for (const { text, repairable } of problems) {
    await writeLine(io.stderr, `✗ ${oneLine(text)}${repairable ? '' : ' (cannot be mended)'}`)
  }
}

async function showRepair(
  { io }: CommandContext,
  { problems, remaining, recovery, lost }: RepairReport,
): Promise<void> {
  for (const loss of recovery?.losses ?? []) await writeLine(io.stderr, `! ${oneLine(loss)}`)
  if (recovery) {
    const { sessions, messages } = recovery.recovered
    await writeLine(io.stderr, `Recovered: ${plural(sessions, 'session')}, ${plural(messages, 'message')}.`)
    await writeLine(io.stderr, `The damaged file is kept: ${recovery.keptAt}`)
  }
  for (const loss of lost) await writeLine(io.stderr, `! ${oneLine(loss)} This is not reported again.`)
  for (const { text } of remaining) await writeLine(io.stderr, `✗ ${oneLine(text)}`)
  const mended = problems.length - remaining.length
  await writeLine(io.stderr, `${plural(mended, 'problem')} repaired, ${remaining.length} left.`)
}

async function conclude({ io, values }: CommandContext, health: StoreHealth, report?: RepairReport): Promise<number> {
  const remaining = report ? report.remaining : health.problems
  if (values.json) {
    const rows = {
      ok: remaining.length === 0,
      problems: health.problems,
      remaining,
      recovery: report?.recovery ?? null,
      lost: report?.lost ?? [],
    }
    await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  }
  return remaining.length === 0 ? exitCode.ok : exitCode.failed
}
