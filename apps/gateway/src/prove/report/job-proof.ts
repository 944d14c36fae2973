import type { JobBook } from '@hermes/scheduler'
import { repeatedNote } from '../../chats/outbox/repeated-note.js'
import { marksIn } from '../world/marks.js'
import type { World } from '../world/open-world.js'

export const jobNetwork = 'plain'
export const jobChat = 'jobs'

/** The outcome of the jobs. */
export interface JobProof {
  readonly jobs: number
  readonly completed: number
  /** Number of jobs whose process was killed during the run. They are not repeated, and people get a notice. */
  readonly cutOff: number
  readonly labelledRepeats: number
  readonly problems: readonly string[]
}

/** Checks that each job ran once, and that people saw its outcome once. `jobs` has the ids by mark. */
export async function proveJobs(
  jobs: ReadonlyMap<string, string>,
  { book, world }: { readonly book: Pick<JobBook, 'runs'>; readonly world: World },
): Promise<JobProof> {
  const problems: string[] = []
  let [completed, cutOff, labelledRepeats] = [0, 0, 0]
  for (const [mark, id] of jobs) {
    const runs = await book.runs(id)
    const [run] = runs
    if (run?.state === 'completed') completed += 1
    else if (run?.state === 'cut-off') cutOff += 1
    else problems.push(`${mark} ended as ${run?.state ?? 'never begun'}${run?.reason ? `: ${run.reason}` : ''}.`)
    if (runs.length > 1) problems.push(`${mark} ran ${runs.length} times.`)
    const begun = world.begunJobs.get(mark) ?? 0
    if (begun > 1) problems.push(`The model began ${mark} ${begun} times.`)
    const seen = world.networks[jobNetwork].seen.filter(
      ({ chatId, text }) => chatId === jobChat && marksIn(text).includes(mark),
    )
    const first = seen.findIndex(({ text }) => !text.includes(repeatedNote))
    const again = seen.filter((_, index) => index !== Math.max(0, first))
    labelledRepeats += again.length
    if (seen.length === 0) problems.push(`The outcome of ${mark} was never seen.`)
    if (again.some(({ text }) => !text.includes(repeatedNote))) problems.push(`The outcome of ${mark} was seen twice.`)
  }
  return { jobs: jobs.size, completed, cutOff, labelledRepeats, problems }
}
