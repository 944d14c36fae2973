import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '@hermes/safety'
import { writeAtomically } from '@hermes/safety/files'
import type { Delivery } from '@hermes/scheduler'

/**
 * Delivers to the target `local`: a Markdown file for each run.
 * @param kept Returns how many of the newest files to keep.
 */
export function deliverToFile(folder: string, kept: () => number): Delivery {
  return {
    serves: (target) => target === 'local',
    isIdempotent: true,
    async send({ job, run, text }) {
      const own = join(folder, job.id)
      const path = join(own, `${new Date(run.dueMs).toISOString().replaceAll(':', '-')}.md`)
      await writeAtomically(path, Buffer.from(`# ${job.name}\n\n${text}\n`))
      for (const name of (await list(own)).slice(0, -kept())) await rm(join(own, name), { force: true })
      return path
    },
  }
}

/** Lists the Markdown files, oldest first. */
async function list(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
