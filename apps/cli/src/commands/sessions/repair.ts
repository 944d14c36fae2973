import { english } from '@hermes/safety/language'
import type { RepairReport, StoreHealth } from '@hermes/state'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { confirm } from '../../setup/confirm.js'
import { requireStoreFile } from '../../setup/store-file.js'
import { withSignal } from '../../setup/with-signal.js'
import { createProgress } from '../backup/progress.js'

const steps = {
  check: english`Checking`,
  recover: english`Copying the readable data`,
  indexes: english`Rebuilding the indexes`,
  search: english`Rebuilding the search index`,
  references: english`Repairing references`,
  counters: english`Counting again`,
  verify: english`Checking again`,
} as const

/** `hermes sessions repair`: exit code 1 when problems are found or remain. */
export const repairSessions: CommandHandler = async (context) => {
  const { io, values } = context
  const path = await requireStoreFile(context, {
    what: english`check and repair them`,
    instead: english`the tools of the server`,
  })
  const health = await check(context, path)
  if (typeof health === 'number') return health
  if (!values.json) await showHealth(context, health)
  const offer = offerFor(health)
  if (offer === 'nothing') await writeLine(io.stderr, io.t.of(cannotRepair))
  if (health.ok || offer === 'nothing' || values['dry-run']) return conclude(context, health)
  if (
    !values.yes &&
    !(await confirm(io, offer === 'acceptance' ? io.t`Go on without it, and no longer report it?` : io.t`Mend it?`))
  ) {
    await writeLine(io.stderr, io.t`Nothing was changed.`)
    return exitCode.failed
  }
  const { repairStore } = await import('@hermes/state')
  using progress = createProgress(io)
  const report = await repairStore({ path, onProgress: (step) => progress.show(io.t.of(steps[step])) })
  progress[Symbol.dispose]()
  if (!values.json) await showRepair(context, report)
  return await conclude(context, health, report)
}

const cannotRepair = english`It cannot be repaired. To restore a backup: hermes import. To start with an empty store, move the file away.`

/** Returns what a repair can do. It refuses a file with damage that it cannot repair. If the only problem is a loss, it can only be accepted. */
function offerFor({ problems }: StoreHealth): 'repair' | 'acceptance' | 'nothing' {
  const damage = problems.filter(({ kind }) => kind !== 'lost')
  if (damage.some(({ repairable }) => !repairable)) return 'nothing'
  return damage.length === 0 ? 'acceptance' : 'repair'
}

/** Checks the store. Resolves to the exit code when the check was stopped. */
async function check({ io }: CommandContext, path: string): Promise<StoreHealth | number> {
  const { checkStore } = await import('@hermes/state')
  using progress = createProgress(io)
  progress.show(io.t.of(steps.check))
  let health: StoreHealth | undefined
  const code = await withSignal(io, async (signal) => {
    health = await checkStore({ path, signal })
    return exitCode.ok
  })
  return health ?? code
}

async function showHealth({ io }: CommandContext, { ok, problems, counts }: StoreHealth): Promise<void> {
  const { t } = io
  const amount = counts && [t.count(counts.sessions, 'session'), t.count(counts.messages, 'message')].join(t`, `)
  if (ok)
    await writeLine(io.stderr, amount ? t`The session store is intact: ${amount}.` : t`The session store is intact.`)
  for (const { kind, text, repairable } of problems) {
    const isBeyond = !repairable && kind !== 'lost'
    await writeLine(io.stderr, `✗ ${oneLine(t.of(text))}${isBeyond ? t` (cannot be mended)` : ''}`)
  }
}

async function showRepair(
  { io }: CommandContext,
  { problems, remaining, recovery, lost }: RepairReport,
): Promise<void> {
  for (const loss of recovery?.losses ?? []) await writeLine(io.stderr, `! ${oneLine(io.t.of(loss))}`)
  if (recovery) {
    const { sessions, messages } = recovery.recovered
    await writeLine(io.stderr, io.t`Recovered: ${io.t.count(sessions, 'session')}, ${io.t.count(messages, 'message')}.`)
    await writeLine(io.stderr, io.t`The damaged file is kept: ${recovery.keptAt}`)
  }
  for (const loss of lost)
    await writeLine(io.stderr, `! ${io.t`${oneLine(io.t.of(loss))} This is not reported again.`}`)
  for (const { text } of remaining) await writeLine(io.stderr, `✗ ${oneLine(io.t.of(text))}`)
  const mended = problems.length - remaining.length
  await writeLine(io.stderr, io.t`${io.t.count(mended, 'problem')} repaired, ${remaining.length} left.`)
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
