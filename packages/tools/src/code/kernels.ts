import { HermesError } from '@hermes/core'
import type { Kernel } from './kernel.js'

/** Kernels of all tasks, one per task and language. */
export interface Kernels extends AsyncDisposable {
  /**
   * Acquires the kernel of a task for one program. Starts one if needed.
   *
   * @throws {HermesError} `code/busy` while another program of the task uses it.
   */
  take(key: KernelKey, start: () => Promise<Kernel>): Promise<TakenKernel>
  /** Releases a kernel. Must be called when the program has ended. */
  release(key: KernelKey): void
  /** Ends the kernels of a task in one language, or in all languages by default. */
  end(what: { readonly taskId: string; readonly language?: string }): void
}

export interface KernelKey {
  readonly taskId: string
  readonly language: string
}

export interface TakenKernel {
  readonly kernel: Kernel
  /** Reason why the state of earlier programs is lost, as a sentence for the model. Reported once. */
  readonly loss?: string
}

export interface KernelsOptions {
  readonly max: number
  readonly idleMs: number
}

interface Entry {
  readonly key: KernelKey
  readonly kernel: Kernel
  idle?: NodeJS.Timeout
}

/** Maximum number of stored losses. Bounded, because some tasks never run another program. */
const maxLosses = 1_000

export function createKernels({ max, idleMs }: KernelsOptions): Kernels {
  /** Entries by id, with the most recently used last. */
  const entries = new Map<string, Entry>()
  const busy = new Set<string>()
  const losses = new Map<string, string>()

  function drop(entry: Entry, loss?: string): void {
    const id = idOf(entry.key)
    clearTimeout(entry.idle)
    entries.delete(id)
    entry.kernel.kill()
    losses.delete(id)
    if (loss === undefined) return
    losses.set(id, loss)
    const [oldest] = losses.keys()
    if (losses.size > maxLosses && oldest !== undefined) losses.delete(oldest)
  }

  function makeRoom(): void {
    const idle = [...entries.values()].filter(({ key }) => !busy.has(idOf(key)))
    for (const entry of idle.slice(0, Math.max(0, entries.size - max))) drop(entry, 'too many programs were open')
  }

  function takeLoss(id: string): string | undefined {
    const loss = losses.get(id)
    losses.delete(id)
    return loss
  }

  async function open(key: KernelKey, start: () => Promise<Kernel>): Promise<Entry> {
    const known = entries.get(idOf(key))
    if (known?.kernel.hasEnded) drop(known, 'their process had ended')
    const entry = entries.get(idOf(key)) ?? { key, kernel: await start() }
    clearTimeout(entry.idle)
    entries.delete(idOf(key))
    entries.set(idOf(key), entry)
    return entry
  }

  return {
    async take(key, start) {
      const id = idOf(key)
      if (busy.has(id))
        throw new HermesError('code/busy', 'Another program of this session is still running: wait for it.')
      busy.add(id)
      try {
        const { kernel } = await open(key, start)
        makeRoom()
        const loss = takeLoss(id)
        return { kernel, ...(loss !== undefined && { loss }) }
      } catch (error) {
        busy.delete(id)
        throw error
      }
    },
    release(key) {
      busy.delete(idOf(key))
      const entry = entries.get(idOf(key))
      // The result of the program that ended its kernel already contains the reason.
      if (entry?.kernel.hasEnded) drop(entry)
      else if (entry) entry.idle = setTimeout(() => drop(entry, 'they were not used for a long time'), idleMs).unref()
      makeRoom()
    },
    end({ taskId, language }) {
      for (const entry of entries.values()) {
        if (entry.key.taskId === taskId && (language ?? entry.key.language) === entry.key.language) drop(entry)
      }
      if (language !== undefined) losses.delete(idOf({ taskId, language }))
    },
    async [Symbol.asyncDispose]() {
      const open = [...entries.values()]
      for (const entry of open) drop(entry)
      await Promise.all(open.map(({ kernel }) => kernel.exit))
    },
  }
}

function idOf({ taskId, language }: KernelKey): string {
  return `${language}\0${taskId}`
}
