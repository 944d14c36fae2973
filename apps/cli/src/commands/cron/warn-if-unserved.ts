import type { CommandContext } from '../../arguments/command-spec.js'
import { writeLine } from '../../io.js'
import type { JobsInUse } from './with-jobs.js'

/** Warns when nothing runs the jobs, which would otherwise go unnoticed. */
export async function warnIfUnserved({ book }: JobsInUse, { io, program }: CommandContext): Promise<void> {
  if (await book.isServed()) return
  await writeLine(
    io.stderr,
    `${program}: ${io.t`Nothing runs jobs now. To run them: hermes gateway run, or hermes cron serve`}`,
  )
}
