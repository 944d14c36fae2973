import { describeError } from '@hermes/core'
import { createWorkerPool } from '@hermes/safety/worker'
import { fileError } from '../file-error.js'
import { type FileChange, unifiedDiff } from '../unified-diff.js'
import { applyHunks } from './apply-hunks.js'
import type { Edited, EditJob } from './edit-worker.js'
import type { Hunk } from './parse-patch.js'
import { type Replaced, type Replacement, replaceText } from './replace-text.js'

/** Computes changes of texts. Large texts are processed in a worker thread, because a tolerant search takes seconds. */
export interface Edits {
  /** Replaces text. @throws {HermesError} like `replaceText`, and `file/failed` at the limits of the thread. */
  replace(text: string, replacement: Replacement, signal: AbortSignal): Promise<Replaced>
  /** Applies hunks. @throws {HermesError} like `applyHunks`, and `file/failed` at the limits of the thread. */
  applyHunks(
    job: { readonly path: string; readonly text: string; readonly hunks: readonly Hunk[] },
    signal: AbortSignal,
  ): Promise<string>
  /** Returns a unified diff, or the reason why it is not shown. */
  diff(change: FileChange, signal: AbortSignal): Promise<string>
}

/** Maximum characters processed without a thread, which takes less time than copying them to a thread and back. */
const small = 2 ** 17

const maxMs = 30_000
const maxMb = 1_024

export function createEdits(): Edits {
  const pool = createWorkerPool({ program: async () => (await import('./edit-worker.js')).editWorker, maxMs, maxMb })

  async function inThread<Value>(job: EditJob, signal: AbortSignal): Promise<Value> {
    const edited = await pool.run<Edited<Value>>(job, signal).catch((error: unknown) => {
      signal.throwIfAborted()
      const reason = describeError(error)
      throw fileError('failed', `The change could not be computed: ${reason}. Nothing was changed.`, error)
    })
    if ('value' in edited) return edited.value
    throw fileError(edited.problem, edited.message)
  }

  return {
    async replace(text, replacement, signal) {
      if (text.length <= small) return replaceText(text, replacement)
      return inThread({ kind: 'replace', text, replacement }, signal)
    },
    async applyHunks(job, signal) {
      if (job.text.length <= small) return applyHunks(job.path, job.text, job.hunks)
      return inThread({ kind: 'hunks', ...job }, signal)
    },
    async diff({ path, before, after }, signal) {
      const change = { path, before, after }
      if ((before?.length ?? 0) + (after?.length ?? 0) <= small) return unifiedDiff(change)
      // Must not fail, because the file may already be written.
      return inThread<string>({ kind: 'diff', change }, signal).catch(
        () => `(${path}: the change is too large to be shown)`,
      )
    },
  }
}
