import { HermesError } from '@hermes/core'
import type { WorkerJob } from '@hermes/safety/worker'
import { answerJobs } from '@hermes/safety/worker'
import { type FileChange, unifiedDiff } from '../unified-diff.js'
import { applyHunks } from './apply-hunks.js'
import type { Hunk } from './parse-patch.js'
import { type Replaced, type Replacement, replaceText } from './replace-text.js'

export type EditJob = WorkerJob &
  (
    | { readonly kind: 'replace'; readonly text: string; readonly replacement: Replacement }
    | { readonly kind: 'hunks'; readonly path: string; readonly text: string; readonly hunks: readonly Hunk[] }
    | { readonly kind: 'diff'; readonly change: FileChange }
  )

/** Computed value, or a message for the model about what is wrong with the request. */
export type Edited<Value> =
  | { readonly value: Value }
  | { readonly problem: 'no-match' | 'invalid'; readonly message: string }

export const editWorker = answerJobs(
  'edits',
  import.meta.url,
  async (job: EditJob): Promise<Edited<Replaced | string>> => {
    try {
      return { value: edit(job) }
    } catch (error) {
      if (!HermesError.is(error)) throw error
      return { problem: error.code === 'file/no-match' ? 'no-match' : 'invalid', message: error.message }
    }
  },
)

function edit(job: EditJob): Replaced | string {
  switch (job.kind) {
    case 'replace':
      return replaceText(job.text, job.replacement)
    case 'hunks':
      return applyHunks(job.path, job.text, job.hunks)
    case 'diff':
      return unifiedDiff(job.change)
  }
}
