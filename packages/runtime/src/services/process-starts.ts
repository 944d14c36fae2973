import type { BackgroundProcess } from '@hermes/tools'

/** A background process that begins. */
export type StartedProcess = Pick<BackgroundProcess, 'id' | 'sessionId'>

/** Tells listeners of background processes that begin. */
export interface ProcessStarts {
  tell(process: StartedProcess): void
  onStart(listener: (process: StartedProcess) => void): void
}

export function createProcessStarts(): ProcessStarts {
  const listeners: ((process: StartedProcess) => void)[] = []
  return {
    tell({ id, sessionId }) {
      for (const listener of listeners) listener({ id, sessionId })
    },
    onStart: (listener) => void listeners.push(listener),
  }
}
